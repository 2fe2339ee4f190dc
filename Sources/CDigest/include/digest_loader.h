// SHA-1 of libcrypto, loaded at first use: only tenants that look passwords up among published ones need it.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads libcrypto once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_digest_load(void);

/// The SHA-1 of some bytes, 20 bytes.
void lazy_digest_sha1(const uint8_t *bytes, size_t count, uint8_t *digest);
