// Plurals, numbers and dates of ICU, loaded at first use: most words need none of it.
#pragma once
#include <stdint.h>

/// What is to be made of a number.
enum lazy_icu_style { LAZY_ICU_DECIMAL, LAZY_ICU_INTEGER, LAZY_ICU_PERCENT };

/// Loads ICU once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_icu_load(void);

/// The plural rules of a language, cardinal or ordinal; null where memory is short.
void *lazy_icu_plurals(const char *locale, int ordinal);
/// Writes the category of a number, such as `few`, in ASCII; how many bytes, or -1.
int lazy_icu_category(void *plurals, double number, char *text, int size);

/// A formatter of numbers; null where memory is short.
void *lazy_icu_numbers(const char *locale, enum lazy_icu_style style);
/// Writes a number in UTF-8; how many bytes, or -1.
int lazy_icu_integer(void *numbers, int64_t number, char *text, int size);
int lazy_icu_double(void *numbers, double number, char *text, int size);

/// A formatter of so many `minute`s, `hour`s, …: units of time by their names in ICU, in whole words. Null where ICU has no
/// words of the language, or memory is short.
void *lazy_icu_measures(const char *locale, const char *unit);
/// Writes a count with its unit in UTF-8; how many bytes, or -1.
int lazy_icu_measure(void *measures, int64_t count, char *text, int size);

/// A formatter of times in UTC; `date` and `time` from 0, full, to 3, short; -1: left out. Null where memory is short.
void *lazy_icu_dates(const char *locale, int date, int time);
/// Writes a time, in milliseconds since 1970, in UTF-8; how many bytes, or -1.
int lazy_icu_date(void *dates, double time, char *text, int size);

/// What a code stands for.
enum lazy_icu_code { LAZY_ICU_LANGUAGE, LAZY_ICU_REGION };

/// Writes the English name of a language or region in UTF-8; how many bytes, 0: there is none, or -1.
int lazy_icu_name(enum lazy_icu_code kind, const char *code, char *text, int size);
/// All codes of ISO 639 and ISO 3166 that ICU knows, those of two letters among them; a null pointer ends them.
const char *const *lazy_icu_codes(enum lazy_icu_code kind);
/// Writes the language that most people speak in a region; how many bytes, or -1.
int lazy_icu_spoken(const char *region, char *text, int size);

/// Gives back what was opened.
void lazy_icu_close_plurals(void *plurals);
void lazy_icu_close_numbers(void *numbers);
void lazy_icu_close_dates(void *dates);
void lazy_icu_close_measures(void *measures);
