#define _GNU_SOURCE
#include "microhttpd_loader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static struct {
  pthread_once_t once;
  const char *failure;
  struct MHD_Daemon *(*start)(unsigned int, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  enum MHD_Result (*add)(struct MHD_Daemon *, MHD_socket, const struct sockaddr *, socklen_t);
  void (*stop)(struct MHD_Daemon *);
  void (*suspend)(struct MHD_Connection *);
  void (*resume)(struct MHD_Connection *);
  const union MHD_ConnectionInfo *(*info)(struct MHD_Connection *, enum MHD_ConnectionInfoType, ...);
  int (*values)(struct MHD_Connection *, enum MHD_ValueKind, MHD_KeyValueIteratorN, void *);
  struct MHD_Response *(*create)(size_t, void *, enum MHD_ResponseMemoryMode);
  enum MHD_Result (*add_header)(struct MHD_Response *, const char *, const char *);
  enum MHD_Result (*queue)(struct MHD_Connection *, unsigned int, struct MHD_Response *);
  void (*destroy)(struct MHD_Response *);
} lazy_mhd = {.once = PTHREAD_ONCE_INIT};

static void *lazy_mhd_symbol(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol && !lazy_mhd.failure) lazy_mhd.failure = "it lacks a function that is needed";
  return symbol;
}

static void lazy_mhd_open(void) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    lazy_mhd.failure = "libmicrohttpd.so.12 is not installed";
    return;
  }
  *(void **)&lazy_mhd.start = lazy_mhd_symbol(library, "MHD_start_daemon");
  *(void **)&lazy_mhd.add = lazy_mhd_symbol(library, "MHD_add_connection");
  *(void **)&lazy_mhd.stop = lazy_mhd_symbol(library, "MHD_stop_daemon");
  *(void **)&lazy_mhd.suspend = lazy_mhd_symbol(library, "MHD_suspend_connection");
  *(void **)&lazy_mhd.resume = lazy_mhd_symbol(library, "MHD_resume_connection");
  *(void **)&lazy_mhd.info = lazy_mhd_symbol(library, "MHD_get_connection_info");
  *(void **)&lazy_mhd.values = lazy_mhd_symbol(library, "MHD_get_connection_values_n");
  *(void **)&lazy_mhd.create = lazy_mhd_symbol(library, "MHD_create_response_from_buffer");
  *(void **)&lazy_mhd.add_header = lazy_mhd_symbol(library, "MHD_add_response_header");
  *(void **)&lazy_mhd.queue = lazy_mhd_symbol(library, "MHD_queue_response");
  *(void **)&lazy_mhd.destroy = lazy_mhd_symbol(library, "MHD_destroy_response");
}

const char *lazy_mhd_load(void) {
  pthread_once(&lazy_mhd.once, lazy_mhd_open);
  return lazy_mhd.failure;
}

struct MHD_Daemon *lazy_mhd_start(const struct lazy_mhd_setup *setup) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  int is_secure = setup->certificate && setup->key;
  if (is_secure) flags |= MHD_USE_TLS;
  return lazy_mhd.start(
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
  return lazy_mhd.add(daemon, socket, address, size) == MHD_YES;
}
void lazy_mhd_stop(struct MHD_Daemon *daemon) { lazy_mhd.stop(daemon); }

void lazy_mhd_suspend(struct MHD_Connection *connection) { lazy_mhd.suspend(connection); }
void lazy_mhd_resume(struct MHD_Connection *connection) { lazy_mhd.resume(connection); }

int lazy_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = lazy_mhd.info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
const struct sockaddr *lazy_mhd_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = lazy_mhd.info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}
void *lazy_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = lazy_mhd.info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}
size_t lazy_mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = lazy_mhd.info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
unsigned int lazy_mhd_status(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = lazy_mhd.info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}
void lazy_mhd_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
  lazy_mhd.values(connection, MHD_HEADER_KIND, each, context);
}

struct MHD_Response *lazy_mhd_response(const void *bytes, size_t count) {
  return lazy_mhd.create(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
int lazy_mhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
  return lazy_mhd.add_header(response, name, value) == MHD_YES;
}
int lazy_mhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  int queued = lazy_mhd.queue(connection, status, response) == MHD_YES;
  lazy_mhd.destroy(response);
  return queued;
}

int lazy_mhd_is_opened(enum MHD_ConnectionNotificationCode code) { return code == MHD_CONNECTION_NOTIFY_STARTED; }

int connection_accept(int listener, struct sockaddr *address, socklen_t *size) {
  return accept4(listener, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
int connection_bell(void) { return eventfd(0, EFD_CLOEXEC); }
