#include <stddef.h>
#include <crack.h>
