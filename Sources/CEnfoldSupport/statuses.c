/* statuses.c: the names and messages of statuses, from the one list in enfold.h. */
#include "../../include/enfold.h"
#include "CEnfoldSupport.h"

const char *enfold_status_name_text(int32_t status) {
  switch (status) {
#define ENFOLD_STATUS_NAME(name, value, text) \
  case value:                                 \
    return #name;
    ENFOLD_STATUS_MAP(ENFOLD_STATUS_NAME)
#undef ENFOLD_STATUS_NAME
    default:
      return "ENFOLD_UNKNOWN";
  }
}

bool enfold_status_is_known(int32_t status) {
  switch (status) {
#define ENFOLD_STATUS_CASE(name, value, text) case value:
    ENFOLD_STATUS_MAP(ENFOLD_STATUS_CASE)
#undef ENFOLD_STATUS_CASE
    return true;
    default:
      return false;
  }
}

const char *enfold_status_message_text(int32_t status) {
  switch (status) {
#define ENFOLD_STATUS_TEXT(name, value, text) \
  case value:                                 \
    return text;
    ENFOLD_STATUS_MAP(ENFOLD_STATUS_TEXT)
#undef ENFOLD_STATUS_TEXT
    default:
      return "not a status of this library";
  }
}
