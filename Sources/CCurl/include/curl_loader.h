// libcurl, loaded at first use: most runs call no function over HTTP, and linking it would cost each of them 3 ms.
#pragma once
#include <curl/curl.h>

/// Loads libcurl once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_curl_load(void);

CURL *lazy_curl_easy_init(void);
void lazy_curl_easy_cleanup(CURL *handle);
CURLcode lazy_curl_easy_perform(CURL *handle);
const char *lazy_curl_easy_strerror(CURLcode code);

CURLcode lazy_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode lazy_curl_set_string(CURL *handle, CURLoption option, const char *value);
/// Takes a copy of the bytes.
CURLcode lazy_curl_set_body(CURL *handle, const void *bytes, size_t count);
CURLcode lazy_curl_set_headers(CURL *handle, struct curl_slist *headers);
CURLcode lazy_curl_set_receiver(CURL *handle, curl_write_callback callback, void *context);
/// The status of the response; 0: none came.
long lazy_curl_response_code(CURL *handle);

struct curl_slist *lazy_curl_slist_append(struct curl_slist *list, const char *text);
void lazy_curl_slist_free_all(struct curl_slist *list);
