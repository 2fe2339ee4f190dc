#include "cphone.h"

#include <phonenumbers/phonenumberutil.h>
#include <pthread.h>

#include <cstring>
#include <new>
#include <string>
#include <type_traits>

#include "loader.h"

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

// libphonenumber has no C interface, so its functions are looked up by the names that the C++ ABI of Linux gives them. A
// shared library of our own around it would have plain names, and would be a second file to install beside the program, for
// every host that embeds the modules as well. What could go wrong is that a name or a type is another one in a later
// version: types are held against the header below, and a name that is not there is told by `lazy_phone_load`.
struct Library {
  PhoneNumberUtil *(*instance)();
  void (*construct)(void *number, void *arena, bool is_owned);
  void (*destroy)(void *number);
  PhoneNumberUtil::ErrorType (*parse)(const PhoneNumberUtil *, const std::string &, const std::string &, PhoneNumber *);
  PhoneNumberUtil::ValidationResult (*length)(const PhoneNumberUtil *, const PhoneNumber &);
  bool (*is_valid)(const PhoneNumberUtil *, const PhoneNumber &);
  void (*format)(const PhoneNumberUtil *, const PhoneNumber &, PhoneNumberUtil::PhoneNumberFormat, std::string *);
  int (*code)(const PhoneNumberUtil *, const std::string &);
};

const char *const names[] = {
    "_ZN4i18n12phonenumbers15PhoneNumberUtil11GetInstanceEv",
    "_ZN4i18n12phonenumbers11PhoneNumberC1EPN6google8protobuf5ArenaEb",
    "_ZN4i18n12phonenumbers11PhoneNumberD1Ev",
    "_ZNK4i18n12phonenumbers15PhoneNumberUtil5ParseERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEES9_PNS0_"
    "11PhoneNumberE",
    "_ZNK4i18n12phonenumbers15PhoneNumberUtil26IsPossibleNumberWithReasonERKNS0_11PhoneNumberE",
    "_ZNK4i18n12phonenumbers15PhoneNumberUtil13IsValidNumberERKNS0_11PhoneNumberE",
    "_ZNK4i18n12phonenumbers15PhoneNumberUtil6FormatERKNS0_11PhoneNumberENS1_17PhoneNumberFormatEPNSt7__cxx1112basic_"
    "stringIcSt11char_traitsIcESaIcEEE",
    "_ZNK4i18n12phonenumbers15PhoneNumberUtil23GetCountryCodeForRegionERKNSt7__cxx1112basic_stringIcSt11char_"
    "traitsIcESaIcEEE",
};

static_assert(sizeof(Library) == sizeof names, "one function a name");
static_assert(std::is_same_v<decltype(&PhoneNumberUtil::GetInstance), PhoneNumberUtil *(*)()>);
static_assert(std::is_same_v<decltype(&PhoneNumberUtil::Parse),
                             PhoneNumberUtil::ErrorType (PhoneNumberUtil::*)(const std::string &, const std::string &,
                                                                             PhoneNumber *) const>);
static_assert(std::is_same_v<decltype(&PhoneNumberUtil::IsPossibleNumberWithReason),
                             PhoneNumberUtil::ValidationResult (PhoneNumberUtil::*)(const PhoneNumber &) const>);
static_assert(
    std::is_same_v<decltype(&PhoneNumberUtil::IsValidNumber), bool (PhoneNumberUtil::*)(const PhoneNumber &) const>);
static_assert(std::is_same_v<decltype(&PhoneNumberUtil::Format),
                             void (PhoneNumberUtil::*)(const PhoneNumber &, PhoneNumberUtil::PhoneNumberFormat,
                                                       std::string *) const>);
static_assert(std::is_same_v<decltype(&PhoneNumberUtil::GetCountryCodeForRegion),
                             int (PhoneNumberUtil::*)(const std::string &) const>);

Library library;
// INVARIANT: set once, behind `once`. The one instance is made there by one thread; from then on its functions, which are
// const and lock the caches that they share, are called by many.
const PhoneNumberUtil *util;
const char *failure;
pthread_once_t once = PTHREAD_ONCE_INIT;

void load() {
  failure = library_load("libphonenumber.so.8", names, &library, sizeof names / sizeof *names);
  if (failure) return;
  try {
    util = library.instance();
  } catch (...) {
  }
  if (!util) failure = "it does not start";
}

/// A number as the library makes it: the constructor's symbol is no part of what is linked.
class Number {
 public:
  Number() { library.construct(bytes, nullptr, false); }
  ~Number() { library.destroy(bytes); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  PhoneNumber *get() { return reinterpret_cast<PhoneNumber *>(bytes); }

 private:
  alignas(PhoneNumber) unsigned char bytes[sizeof(PhoneNumber)];
};

/// How many digits the code of a country has, of which the form of a number is known: the form is `+`, the code, the rest.
int digits_of(unsigned code) { return code > 99 ? 3 : code > 9 ? 2 : 1; }

}  // namespace

const char *lazy_phone_load(void) {
  pthread_once(&once, load);
  return failure;
}

// Which functions of `PhoneNumber` are inline is the header's matter. None of them is virtual, and so none needs the type's
// description, which would have to be linked.
__attribute__((no_sanitize("vptr"))) lazy_phone_kind lazy_phone_read(const char *text, size_t length,
                                                                     const char *region,
                                                                     char form[LAZY_PHONE_CAPACITY], int *country) {
  form[0] = 0;
  *country = 0;
  if (length > LAZY_PHONE_LONGEST || lazy_phone_load()) return LAZY_PHONE_NONE;
  try {
    Number number;
    // "ZZ" is what the library calls no region.
    const std::string home = region ? std::string(region, strnlen(region, 2)) : "ZZ";
    switch (library.parse(util, std::string(text, length), home, number.get())) {
      case PhoneNumberUtil::NO_PARSING_ERROR:
        break;
      case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR:
        return region || (length > 0 && text[0] == '+') ? LAZY_PHONE_UNKNOWN_COUNTRY : LAZY_PHONE_WITHOUT_COUNTRY;
      case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
      case PhoneNumberUtil::TOO_SHORT_NSN:
        return LAZY_PHONE_SHORT;
      case PhoneNumberUtil::TOO_LONG_NSN:
        return LAZY_PHONE_LONG;
      default:
        return LAZY_PHONE_NONE;
    }
    std::string found;
    library.format(util, *number.get(), PhoneNumberUtil::E164, &found);
    if (found.size() < 2 || found.size() >= LAZY_PHONE_CAPACITY || found[0] != '+') return LAZY_PHONE_LONG;
    std::memcpy(form, found.c_str(), found.size() + 1);
    *country = digits_of(static_cast<unsigned>(number.get()->country_code()));
    if (library.is_valid(util, *number.get())) return LAZY_PHONE_VALID;
    switch (library.length(util, *number.get())) {
      case PhoneNumberUtil::IS_POSSIBLE:
        return LAZY_PHONE_POSSIBLE;
      // What is dialled within a town alone lacks its area code.
      case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY:
      case PhoneNumberUtil::TOO_SHORT:
        return LAZY_PHONE_SHORT;
      case PhoneNumberUtil::TOO_LONG:
        return LAZY_PHONE_LONG;
      case PhoneNumberUtil::INVALID_COUNTRY_CODE:
        return LAZY_PHONE_UNKNOWN_COUNTRY;
      default:
        return LAZY_PHONE_IMPOSSIBLE;
    }
  } catch (...) {
    form[0] = 0;
    *country = 0;
    return LAZY_PHONE_NONE;
  }
}

bool lazy_phone_knows(const char *region) {
  if (strnlen(region, 3) != 2 || lazy_phone_load()) return false;
  try {
    return library.code(util, std::string(region, 2)) != 0;
  } catch (...) {
    return false;
  }
}
