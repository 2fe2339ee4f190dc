#define _GNU_SOURCE
#include "microhttpd_loader.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "loader.h"

#define FUNCTIONS(each)                                                                                                \
  each(start_daemon) each(add_connection) each(stop_daemon) each(suspend_connection) each(resume_connection)           \
  each(get_connection_info) each(get_connection_values_n) each(create_response_from_buffer)                            \
  each(add_response_header) each(queue_response) each(destroy_response)

#define MEMBER(name) __typeof__(&MHD_##name) name;
static struct { FUNCTIONS(MEMBER) } mhd;

#define NAME(name) "MHD_" #name,
static const char *const names[] = {FUNCTIONS(NAME)};
_Static_assert(sizeof mhd == sizeof names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) { failure = library_load("libmicrohttpd.so.12", names, &mhd, sizeof names / sizeof *names); }

const char *lazy_mhd_load(void) {
  pthread_once(&once, load);
  return failure;
}

// TLS 1.3 and 1.2 with forward secrecy and authenticated encryption only, in the server's order (RFC 9325, section 4.2).
static const char priorities[] =
    "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:"
    "-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD:%SERVER_PRECEDENCE";

struct MHD_Daemon *lazy_mhd_start(const struct lazy_mhd_setup *setup) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)priorities},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  int is_secure = setup->certificate && setup->key;
  if (is_secure) flags |= MHD_USE_TLS;
  return mhd.start_daemon(
      flags, 0, NULL, NULL, setup->received, setup->context,
      MHD_OPTION_THREAD_POOL_SIZE, setup->threads,
      MHD_OPTION_CONNECTION_LIMIT, setup->connections * setup->threads,
      MHD_OPTION_CONNECTION_TIMEOUT, setup->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, setup->began, setup->context,
      MHD_OPTION_NOTIFY_COMPLETED, setup->completed, setup->context,
      MHD_OPTION_NOTIFY_CONNECTION, setup->connected, setup->context,
      MHD_OPTION_ARRAY, is_secure ? tls : none,
      MHD_OPTION_END);
}

int lazy_mhd_add(struct MHD_Daemon *daemon, MHD_socket socket, const struct sockaddr *address, socklen_t size) {
  return mhd.add_connection(daemon, socket, address, size) == MHD_YES;
}
void lazy_mhd_stop(struct MHD_Daemon *daemon) { mhd.stop_daemon(daemon); }

void lazy_mhd_suspend(struct MHD_Connection *connection) { mhd.suspend_connection(connection); }
void lazy_mhd_resume(struct MHD_Connection *connection) { mhd.resume_connection(connection); }

int lazy_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
const struct sockaddr *lazy_mhd_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}
void *lazy_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}
size_t lazy_mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
unsigned int lazy_mhd_status(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}
// libmicrohttpd 0.9.75 reads the head in place: what it tells points into one buffer, in which zeros stand for the ends of
// lines and for colons. So one thing begins where another has ended, or something is left out.
struct head {
  uintptr_t end, limit;
  int is_whole;
};
static enum MHD_Result follows(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
  (void)kind;
  struct head *head = context;
  uintptr_t start = (uintptr_t)name, text = (uintptr_t)value;
  uintptr_t at = start + name_size + 1;
  head->is_whole = name && value && start == head->end + 2 && text >= at && text <= head->limit;
  for (; head->is_whole && at < text; at++) head->is_whole = *(const char *)at == ' ' || *(const char *)at == '\t';
  head->end = text + value_size;
  return head->is_whole ? MHD_YES : MHD_NO;
}
int lazy_mhd_is_whole(
    struct MHD_Connection *connection, const char *method, size_t target, size_t target_size, const char *version) {
  uintptr_t start = (uintptr_t)method, last = (uintptr_t)version;
  if (target != start + strlen(method) + 1 || last != target + target_size + 1) return 0;
  struct head head = {last + strlen(version), start + lazy_mhd_header_size(connection), 1};
  mhd.get_connection_values_n(connection, MHD_HEADER_KIND, follows, &head);
  return head.is_whole && head.end + 4 == head.limit;
}
void lazy_mhd_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
  mhd.get_connection_values_n(connection, MHD_HEADER_KIND, each, context);
}

struct MHD_Response *lazy_mhd_response(const void *bytes, size_t count) {
  return mhd.create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
int lazy_mhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
  return mhd.add_response_header(response, name, value) == MHD_YES;
}
int lazy_mhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  int queued = mhd.queue_response(connection, status, response) == MHD_YES;
  mhd.destroy_response(response);
  return queued;
}

int lazy_mhd_is_opened(enum MHD_ConnectionNotificationCode code) { return code == MHD_CONNECTION_NOTIFY_STARTED; }

int connection_accept(int listener, struct sockaddr *address, socklen_t *size) {
  return accept4(listener, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
int connection_has_received(int connection) {
  struct tcp_info info = {0};
  socklen_t size = sizeof info;
  return getsockopt(connection, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_bytes_received > 0;
}
int connection_has_ended(int connection) {
  char byte;
  return recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}
int connection_wake_up(void) { return eventfd(0, EFD_CLOEXEC); }
