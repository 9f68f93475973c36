/* Typed client of the plugin org.enfold.primetime 1.0.0.
 *
 * Features: PrimeTime.
 * Made by `enfold gen c libPrimeTime.so`. Do not edit: make it again.
 *
 * Functions that write return how many bytes the JSON has, as snprintf does. Functions that read return how
 * many bytes of memory the texts and lists of the value need, or a status below 0. enfold/client.h tells more.
 */
#ifndef PRIMETIME_H
#define PRIMETIME_H

#include <enfold/client.h>

/* The feature `PrimeTime`, its places, and what it asks its host for. */
#define PRIMETIME_FEATURE "org.enfold.primetime/PrimeTime"
#define PRIMETIME_AT_COUNT "/count"
#define PRIMETIME_AT_FAVORITE_PRIMES "/favoritePrimes"
#define PRIMETIME_AT_ACTIVITY_FEED "/activityFeed"
#define PRIMETIME_AT_PRIME_CHECK "/primeCheck"
#define PRIMETIME_AT_PRIME_CHECK_NUMBER "/primeCheck/number"
#define PRIMETIME_AT_PRIME_CHECK_IS_PRIME "/primeCheck/isPrime"
#define PRIMETIME_AT_IS_NTH_PRIME_LOADING "/isNthPrimeLoading"
#define PRIMETIME_AT_ALERT "/alert"
#define PRIMETIME_AT_IS_LOGGING "/isLogging"

typedef struct primetime_prime_check primetime_prime_check;
typedef struct primetime_activity_type primetime_activity_type;
typedef struct primetime_activity primetime_activity;
typedef struct primetime_state primetime_state;
typedef struct primetime_prime primetime_prime;
typedef struct primetime_counter_action primetime_counter_action;
typedef struct primetime_prime_modal_action primetime_prime_modal_action;
typedef struct primetime_counter_view_action primetime_counter_view_action;
typedef struct primetime_loaded_result primetime_loaded_result;
typedef struct primetime_favorite_primes_action primetime_favorite_primes_action;
typedef struct primetime_action primetime_action;

struct primetime_prime_check {
  int64_t number;
  bool is_prime;
};

typedef enum primetime_activity_type_tag {
  PRIMETIME_ACTIVITY_TYPE_ADDED_FAVORITE_PRIME,
  PRIMETIME_ACTIVITY_TYPE_REMOVED_FAVORITE_PRIME,
} primetime_activity_type_tag;

struct primetime_activity_type {
  primetime_activity_type_tag tag;
  union {
    int64_t added_favorite_prime;
    int64_t removed_favorite_prime;
  };
};

struct primetime_activity {
  enfold_text timestamp;
  primetime_activity_type type;
};

typedef struct primetime_int64_list {
  const int64_t *items;
  size_t count;
} primetime_int64_list;

typedef struct primetime_activity_list {
  const primetime_activity *items;
  size_t count;
} primetime_activity_list;

typedef struct primetime_optional_prime_check {
  bool has_value;
  primetime_prime_check value;
} primetime_optional_prime_check;

struct primetime_state {
  int64_t count;
  primetime_int64_list favorite_primes;
  primetime_activity_list activity_feed;
  primetime_optional_prime_check prime_check;
  bool is_nth_prime_loading;
  enfold_text alert;
  bool is_logging;
};

typedef enum primetime_prime_tag {
  PRIMETIME_PRIME_SUCCESS,
  PRIMETIME_PRIME_FAILURE,
} primetime_prime_tag;

struct primetime_prime {
  primetime_prime_tag tag;
  union {
    int64_t success;
    struct {
      enfold_text message;
    } failure;
  };
};

typedef enum primetime_counter_action_tag {
  PRIMETIME_COUNTER_ACTION_DECR_TAPPED,
  PRIMETIME_COUNTER_ACTION_INCR_TAPPED,
  PRIMETIME_COUNTER_ACTION_IS_PRIME_TAPPED,
  PRIMETIME_COUNTER_ACTION_NTH_PRIME_TAPPED,
  PRIMETIME_COUNTER_ACTION_NTH_PRIME_RESPONSE,
  PRIMETIME_COUNTER_ACTION_ALERT_DISMISSED,
} primetime_counter_action_tag;

struct primetime_counter_action {
  primetime_counter_action_tag tag;
  union {
    struct {
      int64_t n;
      primetime_prime prime;
    } nth_prime_response;
  };
};

typedef enum primetime_prime_modal_action_tag {
  PRIMETIME_PRIME_MODAL_ACTION_SAVE_FAVORITE_PRIME_TAPPED,
  PRIMETIME_PRIME_MODAL_ACTION_REMOVE_FAVORITE_PRIME_TAPPED,
} primetime_prime_modal_action_tag;

struct primetime_prime_modal_action {
  primetime_prime_modal_action_tag tag;
};

typedef enum primetime_counter_view_action_tag {
  PRIMETIME_COUNTER_VIEW_ACTION_COUNTER,
  PRIMETIME_COUNTER_VIEW_ACTION_PRIME_MODAL,
} primetime_counter_view_action_tag;

struct primetime_counter_view_action {
  primetime_counter_view_action_tag tag;
  union {
    primetime_counter_action counter;
    primetime_prime_modal_action prime_modal;
  };
};

typedef enum primetime_loaded_result_tag {
  PRIMETIME_LOADED_RESULT_SUCCESS,
  PRIMETIME_LOADED_RESULT_FAILURE,
} primetime_loaded_result_tag;

struct primetime_loaded_result {
  primetime_loaded_result_tag tag;
  union {
    primetime_int64_list success;
    struct {
      enfold_text message;
    } failure;
  };
};

typedef enum primetime_favorite_primes_action_tag {
  PRIMETIME_FAVORITE_PRIMES_ACTION_DELETE_FAVORITE_PRIMES,
  PRIMETIME_FAVORITE_PRIMES_ACTION_SAVE,
  PRIMETIME_FAVORITE_PRIMES_ACTION_LOAD,
  PRIMETIME_FAVORITE_PRIMES_ACTION_LOADED,
} primetime_favorite_primes_action_tag;

struct primetime_favorite_primes_action {
  primetime_favorite_primes_action_tag tag;
  union {
    primetime_int64_list delete_favorite_primes;
    struct {
      enfold_text path;
    } save;
    struct {
      enfold_text path;
    } load;
    primetime_loaded_result loaded;
  };
};

typedef enum primetime_action_tag {
  PRIMETIME_ACTION_COUNTER_VIEW,
  PRIMETIME_ACTION_FAVORITE_PRIMES,
} primetime_action_tag;

struct primetime_action {
  primetime_action_tag tag;
  union {
    primetime_counter_view_action counter_view;
    primetime_favorite_primes_action favorite_primes;
  };
};

/* How these types are written as JSON. */

static const enfold_type primetime_prime_check__table;
static const enfold_type primetime_activity_type__table;
static const enfold_type primetime_activity__table;
static const enfold_type primetime_state__table;
static const enfold_type primetime_prime__table;
static const enfold_type primetime_counter_action__table;
static const enfold_type primetime_prime_modal_action__table;
static const enfold_type primetime_counter_view_action__table;
static const enfold_type primetime_loaded_result__table;
static const enfold_type primetime_favorite_primes_action__table;
static const enfold_type primetime_action__table;
static const enfold_type primetime_int64_list__table;
static const enfold_type primetime_activity_list__table;
static const enfold_type primetime_optional_prime_check__table;

static const enfold_type primetime_int64_list__table = ENFOLD_LIST(primetime_int64_list, &enfold_int64_type);
static const enfold_type primetime_activity_list__table =
    ENFOLD_LIST(primetime_activity_list, &primetime_activity__table);
static const enfold_type primetime_optional_prime_check__table =
    ENFOLD_OPTIONAL(primetime_optional_prime_check, &primetime_prime_check__table);

static const enfold_part primetime_prime_check__parts[] = {
    {"number", &enfold_int64_type, offsetof(primetime_prime_check, number), ENFOLD_PART_REQUIRED},
    {"isPrime", &enfold_bool_type, offsetof(primetime_prime_check, is_prime), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_prime_check__table =
    ENFOLD_PARTS(RECORD, primetime_prime_check, primetime_prime_check__parts);

static const enfold_part primetime_activity_type__parts[] = {
    {"addedFavoritePrime", &enfold_int64_type, offsetof(primetime_activity_type, added_favorite_prime), ENFOLD_CASE_VALUE},
    {"removedFavoritePrime", &enfold_int64_type, offsetof(primetime_activity_type, removed_favorite_prime), ENFOLD_CASE_VALUE},
};
static const enfold_type primetime_activity_type__table =
    ENFOLD_PARTS(CHOICE, primetime_activity_type, primetime_activity_type__parts);

static const enfold_part primetime_activity__parts[] = {
    {"timestamp", &enfold_text_type, offsetof(primetime_activity, timestamp), ENFOLD_PART_REQUIRED},
    {"type", &primetime_activity_type__table, offsetof(primetime_activity, type), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_activity__table =
    ENFOLD_PARTS(RECORD, primetime_activity, primetime_activity__parts);

static const enfold_part primetime_state__parts[] = {
    {"count", &enfold_int64_type, offsetof(primetime_state, count), ENFOLD_PART_DEFAULTED},
    {"favoritePrimes", &primetime_int64_list__table, offsetof(primetime_state, favorite_primes), ENFOLD_PART_DEFAULTED},
    {"activityFeed", &primetime_activity_list__table, offsetof(primetime_state, activity_feed), ENFOLD_PART_DEFAULTED},
    {"primeCheck", &primetime_optional_prime_check__table, offsetof(primetime_state, prime_check), ENFOLD_PART_DEFAULTED},
    {"isNthPrimeLoading", &enfold_bool_type, offsetof(primetime_state, is_nth_prime_loading), ENFOLD_PART_DEFAULTED},
    {"alert", &enfold_optional_text_type, offsetof(primetime_state, alert), ENFOLD_PART_DEFAULTED},
    {"isLogging", &enfold_bool_type, offsetof(primetime_state, is_logging), ENFOLD_PART_DEFAULTED},
};
static const enfold_type primetime_state__table = ENFOLD_PARTS(RECORD, primetime_state, primetime_state__parts);

static const enfold_part primetime_prime__failure__parts[] = {
    {"message", &enfold_text_type, ENFOLD_OFFSET(primetime_prime, failure, message), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_prime__failure__table =
    ENFOLD_PARTS(RECORD, ((primetime_prime *)0)->failure, primetime_prime__failure__parts);
static const enfold_part primetime_prime__parts[] = {
    {"success", &enfold_int64_type, offsetof(primetime_prime, success), ENFOLD_CASE_VALUE},
    {"failure", &primetime_prime__failure__table, offsetof(primetime_prime, failure), ENFOLD_CASE_VALUE},
};
static const enfold_type primetime_prime__table = ENFOLD_PARTS(CHOICE, primetime_prime, primetime_prime__parts);

static const enfold_part primetime_counter_action__nth_prime_response__parts[] = {
    {"n", &enfold_int64_type, ENFOLD_OFFSET(primetime_counter_action, nth_prime_response, n), ENFOLD_PART_REQUIRED},
    {"prime", &primetime_prime__table, ENFOLD_OFFSET(primetime_counter_action, nth_prime_response, prime), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_counter_action__nth_prime_response__table =
    ENFOLD_PARTS(RECORD, ((primetime_counter_action *)0)->nth_prime_response, primetime_counter_action__nth_prime_response__parts);
static const enfold_part primetime_counter_action__parts[] = {
    {"decrTapped", NULL, 0, ENFOLD_CASE_NAME},
    {"incrTapped", NULL, 0, ENFOLD_CASE_NAME},
    {"isPrimeTapped", NULL, 0, ENFOLD_CASE_NAME},
    {"nthPrimeTapped", NULL, 0, ENFOLD_CASE_NAME},
    {"nthPrimeResponse", &primetime_counter_action__nth_prime_response__table, offsetof(primetime_counter_action, nth_prime_response), ENFOLD_CASE_VALUE},
    {"alertDismissed", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type primetime_counter_action__table =
    ENFOLD_PARTS(CHOICE, primetime_counter_action, primetime_counter_action__parts);

static const enfold_part primetime_prime_modal_action__parts[] = {
    {"saveFavoritePrimeTapped", NULL, 0, ENFOLD_CASE_NAME},
    {"removeFavoritePrimeTapped", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type primetime_prime_modal_action__table =
    ENFOLD_PARTS(CHOICE, primetime_prime_modal_action, primetime_prime_modal_action__parts);

static const enfold_part primetime_counter_view_action__parts[] = {
    {"counter", &primetime_counter_action__table, offsetof(primetime_counter_view_action, counter), ENFOLD_CASE_VALUE},
    {"primeModal", &primetime_prime_modal_action__table, offsetof(primetime_counter_view_action, prime_modal), ENFOLD_CASE_VALUE},
};
static const enfold_type primetime_counter_view_action__table =
    ENFOLD_PARTS(CHOICE, primetime_counter_view_action, primetime_counter_view_action__parts);

static const enfold_part primetime_loaded_result__failure__parts[] = {
    {"message", &enfold_text_type, ENFOLD_OFFSET(primetime_loaded_result, failure, message), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_loaded_result__failure__table =
    ENFOLD_PARTS(RECORD, ((primetime_loaded_result *)0)->failure, primetime_loaded_result__failure__parts);
static const enfold_part primetime_loaded_result__parts[] = {
    {"success", &primetime_int64_list__table, offsetof(primetime_loaded_result, success), ENFOLD_CASE_VALUE},
    {"failure", &primetime_loaded_result__failure__table, offsetof(primetime_loaded_result, failure), ENFOLD_CASE_VALUE},
};
static const enfold_type primetime_loaded_result__table =
    ENFOLD_PARTS(CHOICE, primetime_loaded_result, primetime_loaded_result__parts);

static const enfold_part primetime_favorite_primes_action__save__parts[] = {
    {"path", &enfold_text_type, ENFOLD_OFFSET(primetime_favorite_primes_action, save, path), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_favorite_primes_action__save__table =
    ENFOLD_PARTS(RECORD, ((primetime_favorite_primes_action *)0)->save, primetime_favorite_primes_action__save__parts);
static const enfold_part primetime_favorite_primes_action__load__parts[] = {
    {"path", &enfold_text_type, ENFOLD_OFFSET(primetime_favorite_primes_action, load, path), ENFOLD_PART_REQUIRED},
};
static const enfold_type primetime_favorite_primes_action__load__table =
    ENFOLD_PARTS(RECORD, ((primetime_favorite_primes_action *)0)->load, primetime_favorite_primes_action__load__parts);
static const enfold_part primetime_favorite_primes_action__parts[] = {
    {"deleteFavoritePrimes", &primetime_int64_list__table, offsetof(primetime_favorite_primes_action, delete_favorite_primes), ENFOLD_CASE_VALUE},
    {"save", &primetime_favorite_primes_action__save__table, offsetof(primetime_favorite_primes_action, save), ENFOLD_CASE_VALUE},
    {"load", &primetime_favorite_primes_action__load__table, offsetof(primetime_favorite_primes_action, load), ENFOLD_CASE_VALUE},
    {"loaded", &primetime_loaded_result__table, offsetof(primetime_favorite_primes_action, loaded), ENFOLD_CASE_VALUE},
};
static const enfold_type primetime_favorite_primes_action__table =
    ENFOLD_PARTS(CHOICE, primetime_favorite_primes_action, primetime_favorite_primes_action__parts);

static const enfold_part primetime_action__parts[] = {
    {"counterView", &primetime_counter_view_action__table, offsetof(primetime_action, counter_view), ENFOLD_CASE_VALUE},
    {"favoritePrimes", &primetime_favorite_primes_action__table, offsetof(primetime_action, favorite_primes), ENFOLD_CASE_VALUE},
};
static const enfold_type primetime_action__table = ENFOLD_PARTS(CHOICE, primetime_action, primetime_action__parts);

/* primetime_prime_check */
static inline size_t primetime_prime_check_write(char *buffer, size_t size, const primetime_prime_check *value) {
  return enfold_write(&primetime_prime_check__table, value, buffer, size);
}
static inline enfold_status primetime_prime_check_read(primetime_prime_check *value, const char *json, size_t length,
                                                       enfold_error *error) {
  return (enfold_status)enfold_read(&primetime_prime_check__table, value, NULL, 0, json, length, error);
}

/* primetime_activity_type */
static inline size_t primetime_activity_type_write(char *buffer, size_t size, const primetime_activity_type *value) {
  return enfold_write(&primetime_activity_type__table, value, buffer, size);
}
static inline enfold_status primetime_activity_type_read(primetime_activity_type *value, const char *json,
                                                         size_t length, enfold_error *error) {
  return (enfold_status)enfold_read(&primetime_activity_type__table, value, NULL, 0, json, length, error);
}

static inline size_t primetime_activity_type_added_favorite_prime(char *buffer, size_t size, int64_t value) {
  primetime_activity_type made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_ACTIVITY_TYPE_ADDED_FAVORITE_PRIME;
  made.added_favorite_prime = value;
  return enfold_write(&primetime_activity_type__table, &made, buffer, size);
}

static inline size_t primetime_activity_type_removed_favorite_prime(char *buffer, size_t size, int64_t value) {
  primetime_activity_type made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_ACTIVITY_TYPE_REMOVED_FAVORITE_PRIME;
  made.removed_favorite_prime = value;
  return enfold_write(&primetime_activity_type__table, &made, buffer, size);
}

/* primetime_activity */
static inline size_t primetime_activity_write(char *buffer, size_t size, const primetime_activity *value) {
  return enfold_write(&primetime_activity__table, value, buffer, size);
}
static inline ptrdiff_t primetime_activity_read(primetime_activity *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&primetime_activity__table, value, memory, size, json, length, error);
}

/* primetime_state */
static inline size_t primetime_state_write(char *buffer, size_t size, const primetime_state *value) {
  return enfold_write(&primetime_state__table, value, buffer, size);
}
static inline ptrdiff_t primetime_state_read(primetime_state *value, void *memory, size_t size, const char *json,
                                             size_t length, enfold_error *error) {
  return enfold_read(&primetime_state__table, value, memory, size, json, length, error);
}

/* primetime_prime */
static inline size_t primetime_prime_write(char *buffer, size_t size, const primetime_prime *value) {
  return enfold_write(&primetime_prime__table, value, buffer, size);
}
static inline ptrdiff_t primetime_prime_read(primetime_prime *value, void *memory, size_t size, const char *json,
                                             size_t length, enfold_error *error) {
  return enfold_read(&primetime_prime__table, value, memory, size, json, length, error);
}

static inline size_t primetime_prime_success(char *buffer, size_t size, int64_t value) {
  primetime_prime made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_PRIME_SUCCESS;
  made.success = value;
  return enfold_write(&primetime_prime__table, &made, buffer, size);
}

static inline size_t primetime_prime_failure(char *buffer, size_t size, const char *message) {
  primetime_prime made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_PRIME_FAILURE;
  made.failure.message = enfold_text_of(message);
  return enfold_write(&primetime_prime__table, &made, buffer, size);
}

/* primetime_counter_action */
static inline size_t primetime_counter_action_write(char *buffer, size_t size, const primetime_counter_action *value) {
  return enfold_write(&primetime_counter_action__table, value, buffer, size);
}
static inline ptrdiff_t primetime_counter_action_read(primetime_counter_action *value, void *memory, size_t size,
                                                      const char *json, size_t length, enfold_error *error) {
  return enfold_read(&primetime_counter_action__table, value, memory, size, json, length, error);
}

static inline size_t primetime_counter_action_decr_tapped(char *buffer, size_t size) {
  primetime_counter_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_ACTION_DECR_TAPPED;
  return enfold_write(&primetime_counter_action__table, &made, buffer, size);
}

static inline size_t primetime_counter_action_incr_tapped(char *buffer, size_t size) {
  primetime_counter_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_ACTION_INCR_TAPPED;
  return enfold_write(&primetime_counter_action__table, &made, buffer, size);
}

static inline size_t primetime_counter_action_is_prime_tapped(char *buffer, size_t size) {
  primetime_counter_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_ACTION_IS_PRIME_TAPPED;
  return enfold_write(&primetime_counter_action__table, &made, buffer, size);
}

static inline size_t primetime_counter_action_nth_prime_tapped(char *buffer, size_t size) {
  primetime_counter_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_ACTION_NTH_PRIME_TAPPED;
  return enfold_write(&primetime_counter_action__table, &made, buffer, size);
}

static inline size_t primetime_counter_action_nth_prime_response(char *buffer, size_t size, int64_t n,
                                                                 const primetime_prime *prime) {
  primetime_counter_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_ACTION_NTH_PRIME_RESPONSE;
  made.nth_prime_response.n = n;
  made.nth_prime_response.prime = *prime;
  return enfold_write(&primetime_counter_action__table, &made, buffer, size);
}

static inline size_t primetime_counter_action_alert_dismissed(char *buffer, size_t size) {
  primetime_counter_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_ACTION_ALERT_DISMISSED;
  return enfold_write(&primetime_counter_action__table, &made, buffer, size);
}

/* primetime_prime_modal_action */
static inline size_t primetime_prime_modal_action_write(char *buffer, size_t size,
                                                        const primetime_prime_modal_action *value) {
  return enfold_write(&primetime_prime_modal_action__table, value, buffer, size);
}
static inline enfold_status primetime_prime_modal_action_read(primetime_prime_modal_action *value, const char *json,
                                                              size_t length, enfold_error *error) {
  return (enfold_status)enfold_read(&primetime_prime_modal_action__table, value, NULL, 0, json, length, error);
}

static inline size_t primetime_prime_modal_action_save_favorite_prime_tapped(char *buffer, size_t size) {
  primetime_prime_modal_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_PRIME_MODAL_ACTION_SAVE_FAVORITE_PRIME_TAPPED;
  return enfold_write(&primetime_prime_modal_action__table, &made, buffer, size);
}

static inline size_t primetime_prime_modal_action_remove_favorite_prime_tapped(char *buffer, size_t size) {
  primetime_prime_modal_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_PRIME_MODAL_ACTION_REMOVE_FAVORITE_PRIME_TAPPED;
  return enfold_write(&primetime_prime_modal_action__table, &made, buffer, size);
}

/* primetime_counter_view_action */
static inline size_t primetime_counter_view_action_write(char *buffer, size_t size,
                                                         const primetime_counter_view_action *value) {
  return enfold_write(&primetime_counter_view_action__table, value, buffer, size);
}
static inline ptrdiff_t primetime_counter_view_action_read(primetime_counter_view_action *value, void *memory,
                                                           size_t size, const char *json, size_t length,
                                                           enfold_error *error) {
  return enfold_read(&primetime_counter_view_action__table, value, memory, size, json, length, error);
}

static inline size_t primetime_counter_view_action_counter(char *buffer, size_t size,
                                                           const primetime_counter_action *value) {
  primetime_counter_view_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_VIEW_ACTION_COUNTER;
  made.counter = *value;
  return enfold_write(&primetime_counter_view_action__table, &made, buffer, size);
}

static inline size_t primetime_counter_view_action_prime_modal(char *buffer, size_t size,
                                                               const primetime_prime_modal_action *value) {
  primetime_counter_view_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_COUNTER_VIEW_ACTION_PRIME_MODAL;
  made.prime_modal = *value;
  return enfold_write(&primetime_counter_view_action__table, &made, buffer, size);
}

/* primetime_loaded_result */
static inline size_t primetime_loaded_result_write(char *buffer, size_t size, const primetime_loaded_result *value) {
  return enfold_write(&primetime_loaded_result__table, value, buffer, size);
}
static inline ptrdiff_t primetime_loaded_result_read(primetime_loaded_result *value, void *memory, size_t size,
                                                     const char *json, size_t length, enfold_error *error) {
  return enfold_read(&primetime_loaded_result__table, value, memory, size, json, length, error);
}

static inline size_t primetime_loaded_result_success(char *buffer, size_t size, primetime_int64_list value) {
  primetime_loaded_result made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_LOADED_RESULT_SUCCESS;
  made.success = value;
  return enfold_write(&primetime_loaded_result__table, &made, buffer, size);
}

static inline size_t primetime_loaded_result_failure(char *buffer, size_t size, const char *message) {
  primetime_loaded_result made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_LOADED_RESULT_FAILURE;
  made.failure.message = enfold_text_of(message);
  return enfold_write(&primetime_loaded_result__table, &made, buffer, size);
}

/* primetime_favorite_primes_action */
static inline size_t primetime_favorite_primes_action_write(char *buffer, size_t size,
                                                            const primetime_favorite_primes_action *value) {
  return enfold_write(&primetime_favorite_primes_action__table, value, buffer, size);
}
static inline ptrdiff_t primetime_favorite_primes_action_read(primetime_favorite_primes_action *value, void *memory,
                                                              size_t size, const char *json, size_t length,
                                                              enfold_error *error) {
  return enfold_read(&primetime_favorite_primes_action__table, value, memory, size, json, length, error);
}

static inline size_t primetime_favorite_primes_action_delete_favorite_primes(char *buffer, size_t size,
                                                                             primetime_int64_list value) {
  primetime_favorite_primes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_FAVORITE_PRIMES_ACTION_DELETE_FAVORITE_PRIMES;
  made.delete_favorite_primes = value;
  return enfold_write(&primetime_favorite_primes_action__table, &made, buffer, size);
}

static inline size_t primetime_favorite_primes_action_save(char *buffer, size_t size, const char *path) {
  primetime_favorite_primes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_FAVORITE_PRIMES_ACTION_SAVE;
  made.save.path = enfold_text_of(path);
  return enfold_write(&primetime_favorite_primes_action__table, &made, buffer, size);
}

static inline size_t primetime_favorite_primes_action_load(char *buffer, size_t size, const char *path) {
  primetime_favorite_primes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_FAVORITE_PRIMES_ACTION_LOAD;
  made.load.path = enfold_text_of(path);
  return enfold_write(&primetime_favorite_primes_action__table, &made, buffer, size);
}

static inline size_t primetime_favorite_primes_action_loaded(char *buffer, size_t size,
                                                             const primetime_loaded_result *value) {
  primetime_favorite_primes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_FAVORITE_PRIMES_ACTION_LOADED;
  made.loaded = *value;
  return enfold_write(&primetime_favorite_primes_action__table, &made, buffer, size);
}

/* primetime_action */
static inline size_t primetime_action_write(char *buffer, size_t size, const primetime_action *value) {
  return enfold_write(&primetime_action__table, value, buffer, size);
}
static inline ptrdiff_t primetime_action_read(primetime_action *value, void *memory, size_t size, const char *json,
                                              size_t length, enfold_error *error) {
  return enfold_read(&primetime_action__table, value, memory, size, json, length, error);
}

static inline size_t primetime_action_counter_view(char *buffer, size_t size,
                                                   const primetime_counter_view_action *value) {
  primetime_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_ACTION_COUNTER_VIEW;
  made.counter_view = *value;
  return enfold_write(&primetime_action__table, &made, buffer, size);
}

static inline size_t primetime_action_favorite_primes(char *buffer, size_t size,
                                                      const primetime_favorite_primes_action *value) {
  primetime_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRIMETIME_ACTION_FAVORITE_PRIMES;
  made.favorite_primes = *value;
  return enfold_write(&primetime_action__table, &made, buffer, size);
}

/* The value at /count */
static inline enfold_status primetime_at_count_read(int64_t *value, const char *json, size_t length,
                                                    enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /favoritePrimes */
static inline ptrdiff_t primetime_at_favorite_primes_read(primetime_int64_list *value, void *memory, size_t size,
                                                          const char *json, size_t length, enfold_error *error) {
  return enfold_read(&primetime_int64_list__table, value, memory, size, json, length, error);
}

/* The value at /activityFeed */
static inline ptrdiff_t primetime_at_activity_feed_read(primetime_activity_list *value, void *memory, size_t size,
                                                        const char *json, size_t length, enfold_error *error) {
  return enfold_read(&primetime_activity_list__table, value, memory, size, json, length, error);
}

/* The value at /primeCheck */
static inline enfold_status primetime_at_prime_check_read(primetime_optional_prime_check *value, const char *json,
                                                          size_t length, enfold_error *error) {
  return (enfold_status)enfold_read(&primetime_optional_prime_check__table, value, NULL, 0, json, length, error);
}

/* The value at /primeCheck/number */
static inline enfold_status primetime_at_prime_check_number_read(int64_t *value, const char *json, size_t length,
                                                                 enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /primeCheck/isPrime */
static inline enfold_status primetime_at_prime_check_is_prime_read(bool *value, const char *json, size_t length,
                                                                   enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_bool_type, value, NULL, 0, json, length, error);
}

/* The value at /isNthPrimeLoading */
static inline enfold_status primetime_at_is_nth_prime_loading_read(bool *value, const char *json, size_t length,
                                                                   enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_bool_type, value, NULL, 0, json, length, error);
}

/* The value at /alert */
static inline ptrdiff_t primetime_at_alert_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&enfold_optional_text_type, value, memory, size, json, length, error);
}

/* The value at /isLogging */
static inline enfold_status primetime_at_is_logging_read(bool *value, const char *json, size_t length,
                                                         enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_bool_type, value, NULL, 0, json, length, error);
}

#endif /* PRIMETIME_H */
