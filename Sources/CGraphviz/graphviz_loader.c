#include "graphviz_loader.h"

#include <pthread.h>

#include "loader.h"

// As gvc.h and cgraph.h of the versions below declare them; these headers are not needed to build.
typedef struct GVC_s GVC_t;
typedef struct Agraph_s graph_t;

static struct {
  GVC_t *(*context)(void);
  int (*free_context)(GVC_t *);
  int (*layout)(GVC_t *, graph_t *, const char *engine);
  int (*free_layout)(GVC_t *, graph_t *);
  int (*render)(GVC_t *, graph_t *, const char *format, char **result, unsigned *length);
  void (*free_data)(char *);
} gvc;
static const char *const gvc_names[] = {
    "gvContext", "gvFreeContext", "gvLayout", "gvFreeLayout", "gvRenderData", "gvFreeRenderData",
};
_Static_assert(sizeof gvc == sizeof gvc_names, "one function a name");

static struct {
  graph_t *(*read)(const char *);
  int (*close)(graph_t *);
} cgraph;
static const char *const cgraph_names[] = {"agmemread", "agclose"};
_Static_assert(sizeof cgraph == sizeof cgraph_names, "one function a name");

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) {
  failure = library_load("libcgraph.so.6", cgraph_names, &cgraph, sizeof cgraph_names / sizeof *cgraph_names);
  if (!failure) failure = library_load("libgvc.so.6", gvc_names, &gvc, sizeof gvc_names / sizeof *gvc_names);
}

const char *lazy_graphviz_load(void) {
  pthread_once(&once, load);
  return failure;
}

char *lazy_graphviz_svg(const char *text, size_t *length) {
  char *svg = NULL;
  GVC_t *context = gvc.context();
  if (!context) return NULL;
  graph_t *graph = cgraph.read(text);
  if (graph) {
    if (gvc.layout(context, graph, "dot") == 0) {
      unsigned count = 0;
      if (gvc.render(context, graph, "svg", &svg, &count) != 0) svg = NULL;
      *length = count;
      gvc.free_layout(context, graph);
    }
    cgraph.close(graph);
  }
  gvc.free_context(context);
  return svg;
}

void lazy_graphviz_free(char *svg) { gvc.free_data(svg); }
