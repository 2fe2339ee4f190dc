// Telephone numbers by libphonenumber, which is opened at first use: linking it, with ICU and protobuf behind it, would
// cost each start of the program 3 ms.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library once. Null when it is there; else why it is not. The functions below do so themselves.
const char *lazy_phone_load(void);

/// What a text is.
typedef enum {
  /// No number; or the library is not there.
  LAZY_PHONE_NONE,
  /// One without its country where no region is given.
  LAZY_PHONE_WITHOUT_COUNTRY,
  /// One behind a code that no country has.
  LAZY_PHONE_UNKNOWN_COUNTRY,
  /// One with fewer digits than its country's numbers have.
  LAZY_PHONE_SHORT,
  /// One with more.
  LAZY_PHONE_LONG,
  /// One of a length between, which its country does not have.
  LAZY_PHONE_IMPOSSIBLE,
  /// A number of a length that its country has.
  LAZY_PHONE_POSSIBLE,
  /// A number that lies in a range which its country has given out.
  LAZY_PHONE_VALID,
} lazy_phone_kind;

/// The longest text that is looked at, in bytes.
#define LAZY_PHONE_LONGEST 64
/// Room for a number in E.164 form: `+`, 15 digits, and the NUL behind them.
#define LAZY_PHONE_CAPACITY 17

/// Reads `length` bytes as a number. `region`: two letters (ISO 3166-1) by which a number without `+` is read; null: such a
/// one is none. Writes its E.164 form to `form`, NUL-terminated, and how many digits its country's code has to `country`;
/// an empty text and 0 where it is none.
lazy_phone_kind lazy_phone_read(const char *text, size_t length, const char *region, char form[LAZY_PHONE_CAPACITY],
                                int *country);

/// Whether telephone numbers are known of a region of two letters.
bool lazy_phone_knows(const char *region);

#ifdef __cplusplus
}
#endif
