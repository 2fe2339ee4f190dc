// What GnuTLS, which comes with libmicrohttpd, says of a certificate.
#pragma once
#include <stddef.h>
#include <time.h>

/// When a certificate is valid.
struct lazy_certificate {
  time_t begins, ends;
};

/// Reads the first certificate of a PEM text; 0 where there is none.
int lazy_certificate_read(const char *pem, size_t size, struct lazy_certificate *times);
