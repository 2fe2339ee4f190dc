// The checks of types that curl's header makes of calls by name cannot be made of calls by pointer.
#define CURL_DISABLE_TYPECHECK
#include "curl_loader.h"

#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

#include "loader.h"

#define FUNCTIONS(each)                                                                                                \
  each(global_init) each(easy_init) each(easy_setopt) each(easy_perform) each(easy_getinfo) each(easy_cleanup)         \
  each(easy_strerror) each(easy_reset) each(slist_append) each(slist_free_all) each(multi_init) each(multi_cleanup)    \
  each(multi_add_handle) each(multi_remove_handle) each(multi_perform) each(multi_poll) each(multi_wakeup)             \
  each(multi_info_read) each(multi_setopt)

#define MEMBER(name) __typeof__(&curl_##name) name;
static struct { FUNCTIONS(MEMBER) } curl;

#define NAME(name) "curl_" #name,
static const char *const names[] = {FUNCTIONS(NAME)};
_Static_assert(sizeof curl == sizeof names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) {
  failure = library_load("libcurl.so.4", names, &curl, sizeof names / sizeof *names);
  if (!failure && curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) failure = "it could not be set up";
}

const char *lazy_curl_load(void) {
  pthread_once(&once, load);
  return failure;
}

CURL *lazy_curl_easy_init(void) { return curl.easy_init(); }
void lazy_curl_easy_cleanup(CURL *handle) { curl.easy_cleanup(handle); }
void lazy_curl_easy_reset(CURL *handle) { curl.easy_reset(handle); }
CURLcode lazy_curl_easy_perform(CURL *handle) { return curl.easy_perform(handle); }
const char *lazy_curl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

CURLcode lazy_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode lazy_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode lazy_curl_set_body(CURL *handle, const void *bytes, size_t count) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code ? code : curl.easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}
CURLcode lazy_curl_set_recipients(CURL *handle, struct curl_slist *recipients) {
  return curl.easy_setopt(handle, CURLOPT_MAIL_RCPT, recipients);
}
CURLcode lazy_curl_set_reader(CURL *handle, curl_read_callback callback, void *context) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_READFUNCTION, callback);
  return code ? code : curl.easy_setopt(handle, CURLOPT_READDATA, context);
}
CURLcode lazy_curl_set_authorities(CURL *handle, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return curl.easy_setopt(handle, CURLOPT_CAINFO_BLOB, &blob);
}
CURLcode lazy_curl_set_progress(CURL *handle, curl_xferinfo_callback callback, void *context) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
  return code ? code : curl.easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}
CURLcode lazy_curl_set_witness(CURL *handle, curl_debug_callback callback, void *context) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
  if (!code) code = curl.easy_setopt(handle, CURLOPT_DEBUGDATA, context);
  return code ? code : curl.easy_setopt(handle, CURLOPT_VERBOSE, 1L);
}
CURLcode lazy_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl.easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}
CURLcode lazy_curl_set_receiver(CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
  return code ? code : curl.easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  const struct lazy_curl_judgement *judgement = context;
  bool is_allowed = false;
  if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in known;
    memcpy(&known, &address->addr, sizeof known);
    is_allowed = judgement->judge(judgement->context, (const unsigned char *)&known.sin_addr, 4);
  } else if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 known;
    memcpy(&known, &address->addr, sizeof known);
    is_allowed = judgement->judge(judgement->context, (const unsigned char *)&known.sin6_addr, 16);
  }
  if (!is_allowed) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
CURLcode lazy_curl_set_judgement(CURL *handle, const struct lazy_curl_judgement *judgement) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  return code ? code : curl.easy_setopt(handle, CURLOPT_OPENSOCKETDATA, judgement);
}
CURLcode lazy_curl_set_direct(CURL *handle) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_PROXY, "");
  return code ? code : curl.easy_setopt(handle, CURLOPT_NOPROXY, "*");
}
CURLcode lazy_curl_set_header_receiver(CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl.easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback);
  return code ? code : curl.easy_setopt(handle, CURLOPT_HEADERDATA, context);
}
long lazy_curl_response_code(CURL *handle) {
  long status = 0;
  return curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

long lazy_curl_verification(CURL *handle) {
  long result = 0;
  return curl.easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &result) == CURLE_OK ? result : 0;
}

struct curl_slist *lazy_curl_slist_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}
void lazy_curl_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *lazy_curl_multi_init(void) { return curl.multi_init(); }
CURLMcode lazy_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}
void lazy_curl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode lazy_curl_multi_add(CURLM *multi, CURL *handle) { return curl.multi_add_handle(multi, handle); }
void lazy_curl_multi_remove(CURLM *multi, CURL *handle) { curl.multi_remove_handle(multi, handle); }
int lazy_curl_multi_perform(CURLM *multi) {
  int running = 0;
  curl.multi_perform(multi, &running);
  return running;
}
void lazy_curl_multi_poll(CURLM *multi, int milliseconds) { curl.multi_poll(multi, NULL, 0, milliseconds, NULL); }
void lazy_curl_multi_wakeup(CURLM *multi) { curl.multi_wakeup(multi); }
CURL *lazy_curl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl.multi_info_read(multi, &left));) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
