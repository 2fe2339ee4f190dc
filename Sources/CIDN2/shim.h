// libidn2 and libunistring: the one form of a domain name, Unicode's normal forms, and which code points are assigned.
#include <idn2.h>
#include <unictype.h>
#include <uninorm.h>

/// A text in Unicode's composed form (NFC), or with its compatible characters folded too (NFKC); null where memory is short.
/// The caller frees it.
static inline uint8_t *unicode_normal(const uint8_t *text, size_t count, int is_compatible, size_t *length) {
  return u8_normalize(is_compatible ? UNINORM_NFKC : UNINORM_NFC, text, count, NULL, length);
}

/// A domain name as DNS knows it (UTS 46, non-transitional); 0, or why it is none. The caller frees it.
static inline int domain_to_ascii(const char *domain, char **ascii) {
  return idn2_to_ascii_8z(domain, ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
}

/// A domain name as people read it; 0, or why it is none. The caller frees it.
static inline int domain_to_unicode(const char *domain, char **unicode) {
  return idn2_to_unicode_8z8z(domain, unicode, IDN2_NONTRANSITIONAL);
}
