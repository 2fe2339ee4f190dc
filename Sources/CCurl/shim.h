// libcurl, loaded at first use: most runs call no function over HTTP, and linking it would cost each of them 3 ms.
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  pthread_once_t once;
  const char *failure;
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_perform)(CURL *);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  void (*easy_cleanup)(CURL *);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} lazy_curl = {.once = PTHREAD_ONCE_INIT};

static inline void *lazy_curl_symbol(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol && !lazy_curl.failure) lazy_curl.failure = "it lacks a function that is needed";
  return symbol;
}

static inline void lazy_curl_open(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    lazy_curl.failure = "libcurl.so.4 is not installed";
    return;
  }
  *(void **)&lazy_curl.global_init = lazy_curl_symbol(library, "curl_global_init");
  *(void **)&lazy_curl.easy_init = lazy_curl_symbol(library, "curl_easy_init");
  *(void **)&lazy_curl.easy_setopt = lazy_curl_symbol(library, "curl_easy_setopt");
  *(void **)&lazy_curl.easy_perform = lazy_curl_symbol(library, "curl_easy_perform");
  *(void **)&lazy_curl.easy_getinfo = lazy_curl_symbol(library, "curl_easy_getinfo");
  *(void **)&lazy_curl.easy_cleanup = lazy_curl_symbol(library, "curl_easy_cleanup");
  *(void **)&lazy_curl.easy_strerror = lazy_curl_symbol(library, "curl_easy_strerror");
  *(void **)&lazy_curl.slist_append = lazy_curl_symbol(library, "curl_slist_append");
  *(void **)&lazy_curl.slist_free_all = lazy_curl_symbol(library, "curl_slist_free_all");
  if (!lazy_curl.failure && lazy_curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    lazy_curl.failure = "it could not be set up";
}

/// Loads libcurl once. Null when it is there; else why it is not. Must be called, with success, before all below.
static inline const char *lazy_curl_load(void) {
  pthread_once(&lazy_curl.once, lazy_curl_open);
  return lazy_curl.failure;
}

static inline CURL *lazy_curl_easy_init(void) { return lazy_curl.easy_init(); }
static inline void lazy_curl_easy_cleanup(CURL *handle) { lazy_curl.easy_cleanup(handle); }
static inline CURLcode lazy_curl_easy_perform(CURL *handle) { return lazy_curl.easy_perform(handle); }
static inline const char *lazy_curl_easy_strerror(CURLcode code) { return lazy_curl.easy_strerror(code); }

static inline CURLcode lazy_curl_set_long(CURL *handle, CURLoption option, long value) {
  return lazy_curl.easy_setopt(handle, option, value);
}
static inline CURLcode lazy_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return lazy_curl.easy_setopt(handle, option, value);
}
static inline CURLcode lazy_curl_set_body(CURL *handle, const void *bytes, size_t count) {
  CURLcode code = lazy_curl.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code ? code : lazy_curl.easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}
static inline CURLcode lazy_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return lazy_curl.easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}
static inline CURLcode lazy_curl_set_receiver(CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = lazy_curl.easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback);
  return code ? code : lazy_curl.easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline long lazy_curl_response_code(CURL *handle) {
  long status = 0;
  return lazy_curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

static inline struct curl_slist *lazy_curl_slist_append(struct curl_slist *list, const char *text) {
  return lazy_curl.slist_append(list, text);
}
static inline void lazy_curl_slist_free_all(struct curl_slist *list) { lazy_curl.slist_free_all(list); }
