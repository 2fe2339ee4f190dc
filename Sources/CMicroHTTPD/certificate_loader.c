#include "certificate_loader.h"

#include <gnutls/x509.h>
#include <pthread.h>

#include "loader.h"

#define FUNCTIONS(each)                                                                                                \
  each(x509_crt_init) each(x509_crt_import) each(x509_crt_get_activation_time) each(x509_crt_get_expiration_time)      \
  each(x509_crt_deinit)

#define MEMBER(name) __typeof__(&gnutls_##name) name;
static struct { FUNCTIONS(MEMBER) } tls;

#define NAME(name) "gnutls_" #name,
static const char *const names[] = {FUNCTIONS(NAME)};
_Static_assert(sizeof tls == sizeof names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) { failure = library_load("libgnutls.so.30", names, &tls, sizeof names / sizeof *names); }

int lazy_certificate_read(const char *pem, size_t size, struct lazy_certificate *times) {
  pthread_once(&once, load);
  gnutls_x509_crt_t certificate;
  if (failure || tls.x509_crt_init(&certificate) < 0) return 0;
  const gnutls_datum_t text = {(unsigned char *)pem, (unsigned)size};
  const int is_read = tls.x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) >= 0;
  if (is_read) {
    times->begins = tls.x509_crt_get_activation_time(certificate);
    times->ends = tls.x509_crt_get_expiration_time(certificate);
  }
  tls.x509_crt_deinit(certificate);
  return is_read;
}
