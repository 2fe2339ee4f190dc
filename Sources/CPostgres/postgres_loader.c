#include "postgres_loader.h"

#include <postgresql/libpq-fe.h>
#include <pthread.h>

#include "loader.h"

#define FUNCTIONS(each)                                                                                                \
  each(conninfoParse) each(conninfoFree) each(connectdbParams) each(finish) each(status) each(errorMessage)            \
  each(exec) each(enterPipelineMode) each(sendPrepare) each(sendQueryPrepared) each(pipelineSync) each(getResult)      \
  each(resultStatus) each(resultErrorField) each(resultErrorMessage) each(ntuples) each(getisnull) each(getvalue)      \
  each(getlength) each(cmdTuples) each(clear) each(freemem)

#define MEMBER(name) __typeof__(&PQ##name) name;
static struct { FUNCTIONS(MEMBER) } pq;

#define NAME(name) "PQ" #name,
static const char *const names[] = {FUNCTIONS(NAME)};
_Static_assert(sizeof pq == sizeof names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) { failure = library_load("libpq.so.5", names, &pq, sizeof names / sizeof *names); }

const char *lazy_pg_load(void) {
  pthread_once(&once, load);
  return failure;
}

char *lazy_pg_problem(const char *settings) {
  char *problem = NULL;
  PQconninfoOption *options = pq.conninfoParse(settings, &problem);
  if (options) pq.conninfoFree(options);
  return problem;
}
void lazy_pg_free_text(char *text) { pq.freemem(text); }

PGconn *lazy_pg_connect(const char *settings, const char *const *fallback) {
  const char *keys[32], *values[32];
  size_t count = 0;
  for (; fallback[0] && count < 30; fallback += 2, count++) {
    keys[count] = fallback[0];
    values[count] = fallback[1];
  }
  // The connection string comes last, so that it has the last word (34.1 of the manual: "later ones override").
  keys[count] = "dbname";
  values[count++] = settings;
  keys[count] = values[count] = NULL;
  return pq.connectdbParams(keys, values, 1);
}
void lazy_pg_end(PGconn *connection) { pq.finish(connection); }
int lazy_pg_is_open(const PGconn *connection) { return pq.status(connection) == CONNECTION_OK; }
const char *lazy_pg_error(const PGconn *connection) { return pq.errorMessage(connection); }

PGresult *lazy_pg_run(PGconn *connection, const char *script) { return pq.exec(connection, script); }

int lazy_pg_begin_pipeline(PGconn *connection) { return pq.enterPipelineMode(connection); }
int lazy_pg_prepare(PGconn *connection, const char *name, const char *statement) {
  return pq.sendPrepare(connection, name, statement, 0, NULL);
}
int lazy_pg_send(PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
                 const int *formats) {
  return pq.sendQueryPrepared(connection, name, count, values, lengths, formats, 1);
}
int lazy_pg_synchronise(PGconn *connection) { return pq.pipelineSync(connection); }
PGresult *lazy_pg_next(PGconn *connection) { return pq.getResult(connection); }

enum lazy_pg_kind lazy_pg_kind(const PGresult *result) {
  switch (pq.resultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_EMPTY_QUERY: return lazy_pg_done;
    case PGRES_PIPELINE_SYNC: return lazy_pg_synchronised;
    case PGRES_PIPELINE_ABORTED: return lazy_pg_aborted;
    default: return lazy_pg_failed;
  }
}
const char *lazy_pg_state(const PGresult *result) { return pq.resultErrorField(result, PG_DIAG_SQLSTATE); }
const char *lazy_pg_message(const PGresult *result) {
  const char *primary = pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  return primary ? primary : pq.resultErrorMessage(result);
}
int lazy_pg_rows(const PGresult *result) { return pq.ntuples(result); }
int lazy_pg_is_null(const PGresult *result, int row, int column) { return pq.getisnull(result, row, column); }
const char *lazy_pg_value(const PGresult *result, int row, int column, int *length) {
  *length = pq.getlength(result, row, column);
  return pq.getvalue(result, row, column);
}
const char *lazy_pg_changes(PGresult *result) { return pq.cmdTuples(result); }
void lazy_pg_clear(PGresult *result) { pq.clear(result); }
