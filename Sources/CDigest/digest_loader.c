#include "digest_loader.h"

#include <openssl/sha.h>
#include <pthread.h>

#include "loader.h"

static struct { __typeof__(&SHA1) sha1; } crypto;
static const char *const names[] = {"SHA1"};
_Static_assert(sizeof crypto == sizeof names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) { failure = library_load("libcrypto.so.3", names, &crypto, sizeof names / sizeof *names); }

const char *lazy_digest_load(void) {
  pthread_once(&once, load);
  return failure;
}

void lazy_digest_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) { crypto.sha1(bytes, count, digest); }
