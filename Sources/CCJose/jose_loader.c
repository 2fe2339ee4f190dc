#include "jose_loader.h"

#include <pthread.h>

#include "loader.h"

#define FUNCTIONS(each)                                                                                                \
  each(get_dealloc) each(jwk_create_RSA_random) each(jwk_create_EC_random) each(jwk_create_oct_random)                 \
  each(jwk_import) each(jwk_to_json) each(jwk_release) each(header_new) each(header_set) each(header_release)          \
  each(jws_sign) each(jws_export) each(jws_import) each(jws_verify) each(jws_release)

#define MEMBER(name) __typeof__(&cjose_##name) name;
static struct { FUNCTIONS(MEMBER) } cjose;

#define NAME(name) "cjose_" #name,
static const char *const names[] = {FUNCTIONS(NAME)};
_Static_assert(sizeof cjose == sizeof names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) { failure = library_load("libcjose.so.0", names, &cjose, sizeof names / sizeof *names); }

const char *lazy_cjose_load(void) {
  pthread_once(&once, load);
  return failure;
}

cjose_jwk_t *lazy_cjose_rsa_random(size_t bits, cjose_err *error) {
  static const uint8_t exponent[] = {1, 0, 1};
  return cjose.jwk_create_RSA_random(bits, exponent, sizeof exponent, error);
}
cjose_jwk_t *lazy_cjose_p256_random(cjose_err *error) { return cjose.jwk_create_EC_random(CJOSE_JWK_EC_P_256, error); }
cjose_jwk_t *lazy_cjose_oct_random(size_t bits, cjose_err *error) { return cjose.jwk_create_oct_random(bits, error); }
cjose_jwk_t *lazy_cjose_jwk_import(const char *json, size_t length, cjose_err *error) {
  return cjose.jwk_import(json, length, error);
}
char *lazy_cjose_jwk_to_json(const cjose_jwk_t *key, cjose_err *error) { return cjose.jwk_to_json(key, true, error); }
void lazy_cjose_free(void *memory) { cjose.get_dealloc()(memory); }
void lazy_cjose_jwk_release(cjose_jwk_t *key) { cjose.jwk_release(key); }

cjose_header_t *lazy_cjose_header_new(cjose_err *error) { return cjose.header_new(error); }
bool lazy_cjose_header_set(cjose_header_t *header, const char *name, const char *value, cjose_err *error) {
  return cjose.header_set(header, name, value, error);
}
void lazy_cjose_header_release(cjose_header_t *header) { cjose.header_release(header); }

cjose_jws_t *lazy_cjose_jws_sign(
    const cjose_jwk_t *key, cjose_header_t *header, const uint8_t *content, size_t count, cjose_err *error) {
  return cjose.jws_sign(key, header, content, count, error);
}
const char *lazy_cjose_jws_export(cjose_jws_t *jws, cjose_err *error) {
  const char *text = NULL;
  return cjose.jws_export(jws, &text, error) ? text : NULL;
}
cjose_jws_t *lazy_cjose_jws_import(const char *text, size_t length, cjose_err *error) {
  return cjose.jws_import(text, length, error);
}
bool lazy_cjose_jws_verify(cjose_jws_t *jws, const cjose_jwk_t *key, cjose_err *error) {
  return cjose.jws_verify(jws, key, error);
}
void lazy_cjose_jws_release(cjose_jws_t *jws) { cjose.jws_release(jws); }
