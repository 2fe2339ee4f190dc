#include "icu_loader.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/udat.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/unumberformatter.h>
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
  __typeof__(&unumf_openForSkeletonAndLocale) measures;
  __typeof__(&unumf_openResult) result;
  __typeof__(&unumf_formatInt) measure;
  __typeof__(&unumf_resultToString) measured;
  __typeof__(&unumf_closeResult) close_result;
  __typeof__(&unumf_close) close_measures;
} icu;
static const char *const names[] = {
    TEXT(uplrules_openForType), TEXT(uplrules_select), TEXT(uplrules_close), TEXT(unum_open),
    TEXT(unum_formatInt64),     TEXT(unum_formatDouble), TEXT(unum_setAttribute), TEXT(unum_close),
    TEXT(udat_open),            TEXT(udat_format),      TEXT(udat_close),      TEXT(unumf_openForSkeletonAndLocale),
    TEXT(unumf_openResult),     TEXT(unumf_formatInt),  TEXT(unumf_resultToString), TEXT(unumf_closeResult),
    TEXT(unumf_close)};
_Static_assert(sizeof icu == sizeof names, "one function a name");

static struct {
  __typeof__(&u_strToUTF8) utf8;
  __typeof__(&uloc_countAvailable) count;
  __typeof__(&uloc_getAvailable) available;
  __typeof__(&uloc_getDisplayLanguage) language_name;
  __typeof__(&uloc_getDisplayCountry) region_name;
  __typeof__(&uloc_getISOLanguages) languages;
  __typeof__(&uloc_getISOCountries) regions;
  __typeof__(&uloc_addLikelySubtags) likely;
} common;
static const char *const common_names[] = {TEXT(u_strToUTF8),
                                           TEXT(uloc_countAvailable),
                                           TEXT(uloc_getAvailable),
                                           TEXT(uloc_getDisplayLanguage),
                                           TEXT(uloc_getDisplayCountry),
                                           TEXT(uloc_getISOLanguages),
                                           TEXT(uloc_getISOCountries),
                                           TEXT(uloc_addLikelySubtags)};
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

/// Whether ICU has words of the language; of one that it does not know it would take the machine's.
static int knows(const char *locale) {
  size_t length = strcspn(locale, "-_");
  for (int32_t i = 0, count = common.count(); i < count; i++) {
    const char *known = common.available(i);
    if (strcspn(known, "-_") == length && strncmp(known, locale, length) == 0) return 1;
  }
  return 0;
}

struct measures {
  UNumberFormatter *formatter;
  UFormattedNumber *result;
};

void lazy_icu_close_measures(void *measures) {
  struct measures *made = measures;
  if (made->formatter) icu.close_measures(made->formatter);
  if (made->result) icu.close_result(made->result);
  free(made);
}

void *lazy_icu_measures(const char *locale, const char *unit) {
  char skeleton[LONGEST];
  UChar wide[LONGEST];
  int length = snprintf(skeleton, LONGEST, "unit/%s unit-width-full-name", unit);
  if (length < 0 || length >= LONGEST || !knows(locale)) return NULL;
  for (int i = 0; i <= length; i++) wide[i] = (UChar)(unsigned char)skeleton[i];
  struct measures *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  UErrorCode status = U_ZERO_ERROR;
  made->formatter = icu.measures(wide, length, locale, &status);
  made->result = icu.result(&status);
  if (U_SUCCESS(status)) return made;
  lazy_icu_close_measures(made);
  return NULL;
}

int lazy_icu_measure(void *measures, int64_t count, char *text, int size) {
  struct measures *made = measures;
  UErrorCode status = U_ZERO_ERROR;
  UChar wide[LONGEST];
  icu.measure(made->formatter, count, made->result, &status);
  int32_t length = icu.measured(made->result, wide, LONGEST, &status);
  return utf8(wide, length, status, text, size);
}

void lazy_icu_close_plurals(void *plurals) { icu.close_plurals(plurals); }
void lazy_icu_close_numbers(void *numbers) { icu.close_numbers(numbers); }
void lazy_icu_close_dates(void *dates) { icu.close_dates(dates); }

int lazy_icu_name(enum lazy_icu_code kind, const char *code, char *text, int size) {
  char locale[LONGEST];
  UChar wide[LONGEST];
  UErrorCode status = U_ZERO_ERROR;
  int made = snprintf(locale, LONGEST, kind == LAZY_ICU_LANGUAGE ? "%s" : "und_%s", code);
  if (made < 0 || made >= LONGEST) return -1;
  int32_t length = kind == LAZY_ICU_LANGUAGE ? common.language_name(locale, "en", wide, LONGEST, &status)
                                             : common.region_name(locale, "en", wide, LONGEST, &status);
  // Of what it has no name for, ICU gives the code itself.
  if (status == U_USING_DEFAULT_WARNING) return 0;
  return utf8(wide, length, status, text, size);
}

const char *const *lazy_icu_codes(enum lazy_icu_code kind) {
  return kind == LAZY_ICU_LANGUAGE ? common.languages() : common.regions();
}

int lazy_icu_spoken(const char *region, char *text, int size) {
  char locale[LONGEST];
  UErrorCode status = U_ZERO_ERROR;
  int made = snprintf(locale, LONGEST, "und_%s", region);
  if (made < 0 || made >= LONGEST) return -1;
  int32_t length = common.likely(locale, text, size, &status);
  if (U_FAILURE(status) || length >= size) return -1;
  return (int)strcspn(text, "_");
}
