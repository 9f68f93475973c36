/* functions.c: the table of functions.h as data. */
#include "functions.h"

const function_facts functions[FUNCTION_COUNT] = {
#define FUNCTION_FACTS(name, group, statuses) {#name, G_##group, statuses},
    FUNCTIONS(FUNCTION_FACTS)
#undef FUNCTION_FACTS
};

const char *const group_names[GROUP_COUNT] = {
#define GROUP_NAME(name, text) text,
    GROUPS(GROUP_NAME)
#undef GROUP_NAME
};
