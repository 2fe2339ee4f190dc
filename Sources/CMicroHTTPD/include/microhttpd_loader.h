// libmicrohttpd, loaded when a server starts: linking it, with GnuTLS behind it, would cost each run of the program some
// milliseconds. Its enumerations and its functions with variable arguments, which Swift does not import, are wrapped.
#pragma once
#include <microhttpd.h>

/// Loads libmicrohttpd once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_mhd_load(void);

/// What a daemon is started with. Strings and `context` outlive the daemon.
struct lazy_mhd_setup {
  /// A listening socket; the daemon closes it, unless it is quiesced.
  MHD_socket listener;
  unsigned int threads, connections, connections_per_address, idle_seconds;
  size_t connection_memory;
  /// PEM texts; both null: no TLS.
  const char *certificate, *key;
  /// The first argument of all callbacks.
  void *context;
  /// A request line has been read: returns the request's own context.
  void *(*began)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback received;
  MHD_RequestCompletedCallback completed;
  /// A connection was opened or closed.
  MHD_NotifyConnectionCallback connected;
};

/// Starts threads that serve the listener; null if that fails.
struct MHD_Daemon *lazy_mhd_start(const struct lazy_mhd_setup *setup);
/// Stops accepting; the listener, which must be closed after `lazy_mhd_stop`.
MHD_socket lazy_mhd_quiesce(struct MHD_Daemon *daemon);
/// Ends all connections, none of which may be suspended, and waits for the threads.
void lazy_mhd_stop(struct MHD_Daemon *daemon);

void lazy_mhd_suspend(struct MHD_Connection *connection);
void lazy_mhd_resume(struct MHD_Connection *connection);

int lazy_mhd_descriptor(struct MHD_Connection *connection);
const struct sockaddr *lazy_mhd_address(struct MHD_Connection *connection);
void *lazy_mhd_socket_context(struct MHD_Connection *connection);
/// The bytes of the request line and the headers.
size_t lazy_mhd_header_size(struct MHD_Connection *connection);
/// The status of the response that was queued; 0: none yet.
unsigned int lazy_mhd_status(struct MHD_Connection *connection);
void lazy_mhd_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context);

/// A response with a copy of the bytes; null where memory is short.
struct MHD_Response *lazy_mhd_response(const void *bytes, size_t count);
/// Adds a header; 0 where it holds what no header may.
int lazy_mhd_add_header(struct MHD_Response *response, const char *name, const char *value);
/// Answers with a response and lets go of it; 0 where the connection takes none.
int lazy_mhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

int lazy_mhd_is_opened(enum MHD_ConnectionNotificationCode code);
/// What callbacks return.
static const enum MHD_Result lazy_mhd_yes = MHD_YES;
/// What callbacks return to close the connection.
static const enum MHD_Result lazy_mhd_no = MHD_NO;
