// libcjose, loaded at first use: most runs sign nothing, and linking it and libcrypto would cost each of them 0.7 ms.
#pragma once
#include <cjose/cjose.h>

/// Loads libcjose once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_cjose_load(void);

cjose_jwk_t *lazy_cjose_rsa_random(size_t bits, cjose_err *error);
cjose_jwk_t *lazy_cjose_p256_random(cjose_err *error);
cjose_jwk_t *lazy_cjose_oct_random(size_t bits, cjose_err *error);
cjose_jwk_t *lazy_cjose_jwk_import(const char *json, size_t length, cjose_err *error);
/// The key with its private part, to be freed with `lazy_cjose_free`.
char *lazy_cjose_jwk_to_json(const cjose_jwk_t *key, cjose_err *error);
void lazy_cjose_free(void *memory);
void lazy_cjose_jwk_release(cjose_jwk_t *key);

cjose_header_t *lazy_cjose_header_new(cjose_err *error);
bool lazy_cjose_header_set(cjose_header_t *header, const char *name, const char *value, cjose_err *error);
void lazy_cjose_header_release(cjose_header_t *header);

cjose_jws_t *lazy_cjose_jws_sign(
    const cjose_jwk_t *key, cjose_header_t *header, const uint8_t *content, size_t count, cjose_err *error);
/// The compact form, which belongs to the signature.
const char *lazy_cjose_jws_export(cjose_jws_t *jws, cjose_err *error);
cjose_jws_t *lazy_cjose_jws_import(const char *text, size_t length, cjose_err *error);
bool lazy_cjose_jws_verify(cjose_jws_t *jws, const cjose_jwk_t *key, cjose_err *error);
void lazy_cjose_jws_release(cjose_jws_t *jws);
