// libgraphviz, loaded when a picture is asked for: only who draws needs it.
#pragma once
#include <stddef.h>

/// Loads libgvc and libcgraph once. Null when they are there; else why they are not. Must be called, with success, before
/// all below.
const char *lazy_graphviz_load(void);

/// Lays a graph of Graphviz's language out by `dot`, as SVG of `*length` bytes; null where it cannot.
char *lazy_graphviz_svg(const char *graph, size_t *length);

/// Frees a picture.
void lazy_graphviz_free(char *svg);
