// libpq, loaded when storage in PostgreSQL is opened: only who keeps accounts there needs it.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A connection, and a result.
typedef struct pg_conn lazy_pg_connection;
typedef struct pg_result lazy_pg_result;

/// What a result is.
enum lazy_pg_kind {
  /// All went well; there may be rows.
  lazy_pg_done,
  /// The end of what was sent up to a synchronisation.
  lazy_pg_synchronised,
  /// It was not carried out, because something before it in the pipeline failed.
  lazy_pg_aborted,
  /// It failed: `lazy_pg_state` and `lazy_pg_message` tell why.
  lazy_pg_failed,
};

/// Loads libpq once. Null when it is there; else why it is not. Must be called, with success, before all below.
const char *lazy_pg_load(void);

/// Why a connection string cannot be read, to be freed by `lazy_pg_free_text`; null: it can be.
char *lazy_pg_problem(const char *settings);
void lazy_pg_free_text(char *text);

/// Connects, which may take as long as `connect_timeout` says for each host. Null: no memory. `fallback` has settings that hold
/// where `settings` does not say otherwise: names and values by turns, with a null behind them.
lazy_pg_connection *lazy_pg_connect(const char *settings, const char *const *fallback);
void lazy_pg_end(lazy_pg_connection *connection);
/// Whether it is usable.
int lazy_pg_is_open(const lazy_pg_connection *connection);
/// The last error in words.
const char *lazy_pg_error(const lazy_pg_connection *connection);

/// Runs statements that return nothing, and waits. The result is to be freed.
lazy_pg_result *lazy_pg_run(lazy_pg_connection *connection, const char *script);

/// From here on statements are sent without waiting for those before. 0: it cannot be.
int lazy_pg_begin_pipeline(lazy_pg_connection *connection);
/// Each returns 0 where it cannot be sent.
int lazy_pg_prepare(lazy_pg_connection *connection, const char *name, const char *statement);
int lazy_pg_send(lazy_pg_connection *connection, const char *name, int count, const char *const *values,
                 const int *lengths, const int *formats);
int lazy_pg_synchronise(lazy_pg_connection *connection);
/// The next result, for which it waits; null between those of two statements, and where the connection is gone.
lazy_pg_result *lazy_pg_next(lazy_pg_connection *connection);

enum lazy_pg_kind lazy_pg_kind(const lazy_pg_result *result);
/// The five characters of SQLSTATE; null where it is none of the server's.
const char *lazy_pg_state(const lazy_pg_result *result);
const char *lazy_pg_message(const lazy_pg_result *result);
int lazy_pg_rows(const lazy_pg_result *result);
int lazy_pg_is_null(const lazy_pg_result *result, int row, int column);
/// The bytes of a value in binary form.
const char *lazy_pg_value(const lazy_pg_result *result, int row, int column, int *length);
/// How many rows a statement changed, as digits.
const char *lazy_pg_changes(lazy_pg_result *result);
void lazy_pg_clear(lazy_pg_result *result);
