// libcjose, loaded at first use: most runs sign nothing, and linking it and libcrypto would cost each of them 0.7 ms.
#include <cjose/cjose.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define LAZY_CJOSE_FUNCTIONS(each)                                                                                     \
  each(get_dealloc) each(jwk_create_RSA_random) each(jwk_create_EC_random) each(jwk_create_oct_random)                 \
  each(jwk_import) each(jwk_to_json) each(jwk_release) each(header_new) each(header_set) each(header_release)          \
  each(jws_sign) each(jws_export) each(jws_import) each(jws_verify) each(jws_release)

#define LAZY_CJOSE_POINTER(name) __typeof__(&cjose_##name) name;
static struct {
  pthread_once_t once;
  const char *failure;
  LAZY_CJOSE_FUNCTIONS(LAZY_CJOSE_POINTER)
} lazy_cjose = {.once = PTHREAD_ONCE_INIT};
#undef LAZY_CJOSE_POINTER

static inline void lazy_cjose_open(void) {
  void *library = dlopen("libcjose.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    lazy_cjose.failure = "libcjose.so.0 is not installed";
    return;
  }
#define LAZY_CJOSE_SYMBOL(name)                                                                                        \
  *(void **)&lazy_cjose.name = dlsym(library, "cjose_" #name);                                                         \
  if (!lazy_cjose.name) lazy_cjose.failure = "libcjose.so.0 lacks a function that is needed";
  LAZY_CJOSE_FUNCTIONS(LAZY_CJOSE_SYMBOL)
#undef LAZY_CJOSE_SYMBOL
}

/// Loads libcjose once. Null when it is there; else why it is not. Must be called, with success, before all below.
static inline const char *lazy_cjose_load(void) {
  pthread_once(&lazy_cjose.once, lazy_cjose_open);
  return lazy_cjose.failure;
}

static inline cjose_jwk_t *lazy_cjose_rsa_random(size_t bits, cjose_err *error) {
  static const uint8_t exponent[] = {1, 0, 1};
  return lazy_cjose.jwk_create_RSA_random(bits, exponent, sizeof exponent, error);
}
static inline cjose_jwk_t *lazy_cjose_p256_random(cjose_err *error) {
  return lazy_cjose.jwk_create_EC_random(CJOSE_JWK_EC_P_256, error);
}
static inline cjose_jwk_t *lazy_cjose_oct_random(size_t bits, cjose_err *error) {
  return lazy_cjose.jwk_create_oct_random(bits, error);
}
static inline cjose_jwk_t *lazy_cjose_jwk_import(const char *json, size_t length, cjose_err *error) {
  return lazy_cjose.jwk_import(json, length, error);
}
/// The key with its private part, to be freed with `lazy_cjose_free`.
static inline char *lazy_cjose_jwk_to_json(const cjose_jwk_t *key, cjose_err *error) {
  return lazy_cjose.jwk_to_json(key, true, error);
}
static inline void lazy_cjose_free(void *memory) { lazy_cjose.get_dealloc()(memory); }
static inline void lazy_cjose_jwk_release(cjose_jwk_t *key) { lazy_cjose.jwk_release(key); }

static inline cjose_header_t *lazy_cjose_header_new(cjose_err *error) { return lazy_cjose.header_new(error); }
static inline bool lazy_cjose_header_set(
    cjose_header_t *header, const char *name, const char *value, cjose_err *error) {
  return lazy_cjose.header_set(header, name, value, error);
}
static inline void lazy_cjose_header_release(cjose_header_t *header) { lazy_cjose.header_release(header); }

static inline cjose_jws_t *lazy_cjose_jws_sign(
    const cjose_jwk_t *key, cjose_header_t *header, const uint8_t *content, size_t count, cjose_err *error) {
  return lazy_cjose.jws_sign(key, header, content, count, error);
}
/// The compact form, which belongs to the signature.
static inline const char *lazy_cjose_jws_export(cjose_jws_t *jws, cjose_err *error) {
  const char *text = NULL;
  return lazy_cjose.jws_export(jws, &text, error) ? text : NULL;
}
static inline cjose_jws_t *lazy_cjose_jws_import(const char *text, size_t length, cjose_err *error) {
  return lazy_cjose.jws_import(text, length, error);
}
static inline bool lazy_cjose_jws_verify(cjose_jws_t *jws, const cjose_jwk_t *key, cjose_err *error) {
  return lazy_cjose.jws_verify(jws, key, error);
}
static inline void lazy_cjose_jws_release(cjose_jws_t *jws) { lazy_cjose.jws_release(jws); }
