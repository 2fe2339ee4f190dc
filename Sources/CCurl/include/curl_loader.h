// libcurl, loaded at first use: most runs call no function over HTTP, and linking it would cost each of them 3 ms.
#pragma once
#include <curl/curl.h>
#include <stdbool.h>

/// Loads libcurl once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_curl_load(void);

CURL *lazy_curl_easy_init(void);
void lazy_curl_easy_cleanup(CURL *handle);
/// Forgets all options; connections and what is known of names stay.
void lazy_curl_easy_reset(CURL *handle);
CURLcode lazy_curl_easy_perform(CURL *handle);
const char *lazy_curl_easy_strerror(CURLcode code);

CURLcode lazy_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode lazy_curl_set_string(CURL *handle, CURLoption option, const char *value);
/// Takes a copy of the bytes.
CURLcode lazy_curl_set_body(CURL *handle, const void *bytes, size_t count);
/// Who gets a mail.
CURLcode lazy_curl_set_recipients(CURL *handle, struct curl_slist *recipients);
/// Where the bytes come from that are sent.
CURLcode lazy_curl_set_reader(CURL *handle, curl_read_callback callback, void *context);
/// The certificates, PEM, of those who may vouch for a server, in place of the system's. Takes a copy.
CURLcode lazy_curl_set_authorities(CURL *handle, const void *bytes, size_t count);
/// Who is asked now and then whether to go on.
CURLcode lazy_curl_set_progress(CURL *handle, curl_xferinfo_callback callback, void *context);
/// Who is told of each line that is said and heard. Secrets are among them.
CURLcode lazy_curl_set_witness(CURL *handle, curl_debug_callback callback, void *context);
CURLcode lazy_curl_set_headers(CURL *handle, struct curl_slist *headers);
CURLcode lazy_curl_set_receiver(CURL *handle, curl_write_callback callback, void *context);
/// Who gets each line of a response's head, one a call.
CURLcode lazy_curl_set_header_receiver(CURL *handle, curl_write_callback callback, void *context);
/// Who is asked before a connection is made to an address of four or sixteen bytes.
struct lazy_curl_judgement {
  bool (*judge)(void *context, const unsigned char *address, size_t count);
  void *context;
};
/// Connects to no address that the judge refuses, and to none that is no IP address. It is asked about the very address that
/// the socket is for, whatever a name server says of the name before or after. What it points to must outlive the transfer.
CURLcode lazy_curl_set_judgement(CURL *handle, const struct lazy_curl_judgement *judgement);
/// Asks no proxy, whatever the environment says.
CURLcode lazy_curl_set_direct(CURL *handle);
/// The status of the response; 0: none came.
long lazy_curl_response_code(CURL *handle);
/// What was found of the other side's certificate: a number of OpenSSL's (`X509_V_ERR_…`); 0: nothing.
long lazy_curl_verification(CURL *handle);

struct curl_slist *lazy_curl_slist_append(struct curl_slist *list, const char *text);
void lazy_curl_slist_free_all(struct curl_slist *list);

// Many transfers on one thread. All but `wakeup` belong to that thread.
CURLM *lazy_curl_multi_init(void);
/// All transfers must have been removed.
void lazy_curl_multi_cleanup(CURLM *multi);
CURLMcode lazy_curl_multi_add(CURLM *multi, CURL *handle);
/// Ends a transfer that is not done, and closes its connection.
void lazy_curl_multi_remove(CURLM *multi, CURL *handle);
/// Does what can be done now; how many transfers are not done.
int lazy_curl_multi_perform(CURLM *multi);
/// Waits until there is something to do, for so long at most.
void lazy_curl_multi_poll(CURLM *multi, int milliseconds);
/// Ends the waiting of `poll`, or lets the next one not wait.
CURLMcode lazy_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
void lazy_curl_multi_wakeup(CURLM *multi);
/// The next transfer that is done, with how it went; null: no other is. It is still to be removed.
CURL *lazy_curl_multi_next_done(CURLM *multi, CURLcode *result);
