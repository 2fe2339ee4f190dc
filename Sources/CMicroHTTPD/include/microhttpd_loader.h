// libmicrohttpd, loaded when a server starts: linking it, with GnuTLS behind it, would cost each run of the program some
// milliseconds. Its enumerations and its functions with variable arguments, which Swift does not import, are wrapped.
#pragma once
#include <microhttpd.h>

/// Loads libmicrohttpd once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_mhd_load(void);

/// What a daemon is started with. Strings and `context` outlive the daemon.
struct lazy_mhd_setup {
  /// `connections` is how many each thread can have. The caller keeps below it: libmicrohttpd 0.9.75 deadlocks there.
  unsigned int threads, connections, idle_seconds;
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

/// Starts threads that serve the connections they are given; null if that fails. They do not listen themselves, because
/// to make them stop that (`MHD_quiesce_daemon`) races with them, and aborts the process when it loses.
struct MHD_Daemon *lazy_mhd_start(const struct lazy_mhd_setup *setup);
/// Gives it a connection, which is its own from now on; 0 where it has closed it at once.
int lazy_mhd_add(struct MHD_Daemon *daemon, MHD_socket socket, const struct sockaddr *address, socklen_t size);
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
/// Whether each byte of the head is in what libmicrohttpd says of it. It ends values at a NUL, the head at a line without a
/// name, and loses lines that are folded: somebody in front may have read another request. `target` is the address at which
/// the target was, of `target_size` bytes.
int lazy_mhd_is_whole(
    struct MHD_Connection *connection, const char *method, size_t target, size_t target_size, const char *version);
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

// What glibc's headers hide without _GNU_SOURCE, which Swift does not set.

/// Accepts a connection that neither blocks nor is inherited; -1 and `errno` where there is none.
int connection_accept(int listener, struct sockaddr *address, socklen_t *size);
/// Whether anything has come over a TCP connection.
int connection_has_received(int connection);
/// Whether the client has ended its side, and all that it sent has been read.
int connection_has_ended(int connection);
/// A descriptor that can be read once something has been written to it (eventfd(2)); -1 where there are no more.
int connection_wake_up(void);
