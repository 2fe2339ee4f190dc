#include "icu_loader.h"

#include <pthread.h>
#include <unicode/udat.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>
#include <unicode/uvernum.h>

#include "loader.h"

// Names and libraries carry ICU's version: that of the headers is the one that is opened.
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define LIBRARY(name) "libicu" name ".so." TEXT(U_ICU_VERSION_MAJOR_NUM)

static struct {
  __typeof__(&uplrules_openForType) plurals;
  __typeof__(&uplrules_select) category;
  __typeof__(&uplrules_close) close_plurals;
  __typeof__(&unum_open) numbers;
  __typeof__(&unum_formatInt64) integer;
  __typeof__(&unum_formatDouble) number;
  __typeof__(&unum_setAttribute) set;
  __typeof__(&unum_close) close_numbers;
  __typeof__(&udat_open) dates;
  __typeof__(&udat_format) date;
  __typeof__(&udat_close) close_dates;
} icu;
static const char *const names[] = {
    TEXT(uplrules_openForType), TEXT(uplrules_select), TEXT(uplrules_close), TEXT(unum_open),
    TEXT(unum_formatInt64),     TEXT(unum_formatDouble), TEXT(unum_setAttribute), TEXT(unum_close),
    TEXT(udat_open),            TEXT(udat_format),      TEXT(udat_close)};
_Static_assert(sizeof icu == sizeof names, "one function a name");

static struct { __typeof__(&u_strToUTF8) utf8; } common;
static const char *const common_names[] = {TEXT(u_strToUTF8)};
_Static_assert(sizeof common == sizeof common_names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) {
  failure = library_load(LIBRARY("i18n"), names, &icu, sizeof names / sizeof *names);
  if (!failure)
    failure = library_load(LIBRARY("uc"), common_names, &common, sizeof common_names / sizeof *common_names);
}

const char *lazy_icu_load(void) {
  pthread_once(&once, load);
  return failure;
}

enum { LONGEST = 128 };

static int utf8(const UChar *from, int32_t length, UErrorCode status, char *text, int size) {
  int32_t count = 0;
  if (U_FAILURE(status) || length > LONGEST) return -1;
  status = U_ZERO_ERROR;
  common.utf8(text, size, &count, from, length, &status);
  return U_FAILURE(status) || count > size ? -1 : count;
}

void *lazy_icu_plurals(const char *locale, int ordinal) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = icu.plurals(locale, ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, &status);
  return U_FAILURE(status) ? NULL : rules;
}

int lazy_icu_category(void *plurals, double number, char *text, int size) {
  UErrorCode status = U_ZERO_ERROR;
  UChar made[LONGEST];
  int32_t length = icu.category(plurals, number, made, LONGEST, &status);
  return utf8(made, length, status, text, size);
}

void *lazy_icu_numbers(const char *locale, enum lazy_icu_style style) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *format = icu.numbers(style == LAZY_ICU_PERCENT ? UNUM_PERCENT : UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
  if (U_FAILURE(status)) return NULL;
  if (style == LAZY_ICU_INTEGER) icu.set(format, UNUM_MAX_FRACTION_DIGITS, 0);
  return format;
}

int lazy_icu_integer(void *numbers, int64_t number, char *text, int size) {
  UErrorCode status = U_ZERO_ERROR;
  UChar made[LONGEST];
  int32_t length = icu.integer(numbers, number, made, LONGEST, NULL, &status);
  return utf8(made, length, status, text, size);
}

int lazy_icu_double(void *numbers, double number, char *text, int size) {
  UErrorCode status = U_ZERO_ERROR;
  UChar made[LONGEST];
  int32_t length = icu.number(numbers, number, made, LONGEST, NULL, &status);
  return utf8(made, length, status, text, size);
}

void *lazy_icu_dates(const char *locale, int date, int time) {
  static const UChar utc[] = {'U', 'T', 'C', 0};
  UErrorCode status = U_ZERO_ERROR;
  UDateFormat *format = icu.dates(time, date, locale, utc, -1, NULL, 0, &status);
  return U_FAILURE(status) ? NULL : format;
}

int lazy_icu_date(void *dates, double time, char *text, int size) {
  UErrorCode status = U_ZERO_ERROR;
  UChar made[LONGEST];
  int32_t length = icu.date(dates, time, made, LONGEST, NULL, &status);
  return utf8(made, length, status, text, size);
}

void lazy_icu_close_plurals(void *plurals) { icu.close_plurals(plurals); }
void lazy_icu_close_numbers(void *numbers) { icu.close_numbers(numbers); }
void lazy_icu_close_dates(void *dates) { icu.close_dates(dates); }
