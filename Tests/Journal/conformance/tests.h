/* tests.h: the tests, in their order, and the roles of workers. */
#ifndef ENFOLD_TESTS_H
#define ENFOLD_TESTS_H

/* Of every provider: contract.c, reading.c. */
#define TESTS_OF_ALL(XX)                                \
  XX(the_table_is_whole)                                \
  XX(options_are_known_or_refused)                      \
  XX(a_claim_makes_a_store)                             \
  XX(a_claim_raises_the_epoch)                          \
  XX(epoch_and_writer_are_compared_both)                \
  XX(a_name_is_kept_for_its_feature)                    \
  XX(nothing_is_made_without_a_checkpoint)              \
  XX(names_have_1_to_255_bytes)                         \
  XX(numbers_end_at_INT64_MAX)                          \
  XX(groups_come_back_as_they_were_written)             \
  XX(a_group_is_written_once)                           \
  XX(gaps_are_refused)                                  \
  XX(one_bad_group_leaves_the_others)                   \
  XX(groups_of_one_store_follow_each_other)             \
  XX(a_body_of_1_byte)                                  \
  XX(a_body_of_65_MB)                                   \
  XX(a_thousand_stores_in_one_transaction)              \
  XX(all_is_there_after_opening_again)                  \
  XX(reading_goes_on_in_slices)                         \
  XX(checkpoints_are_found_by_their_place)              \
  XX(a_checkpoint_is_written_with_its_group)            \
  XX(checkpoints_of_others_are_refused)                 \
  XX(stores_are_listed_in_order)                        \
  XX(a_deleted_store_is_gone)                           \
  XX(what_a_checkpoint_replaces_is_trimmed)             \
  XX(callbacks_call_no_provider)                        \
  XX(two_handles_fence_each_other)                      \
  XX(two_threads_use_two_journals)                      \
  XX(find_decides_what_was_unknown)                     \
  XX(two_processes_fence_or_lock_each_other)

/* Of providers whose TARGET is a file: files.c, processes.c. */
#define TESTS_OF_FILES(XX)                              \
  XX(another_process_is_locked_out)                     \
  XX(the_lock_is_kept_until_the_last_is_closed)         \
  XX(a_program_that_is_started_does_not_keep_the_lock)  \
  XX(a_reader_sees_and_does_not_write)                  \
  XX(a_backup_is_a_journal)                             \
  XX(a_missing_file_is_made_or_not_found)               \
  XX(files_are_for_their_owner)                         \
  XX(a_deleted_file_stops_the_journal)                  \
  XX(a_replaced_file_stops_the_journal)                 \
  XX(a_deleted_lock_stops_the_journal)                  \
  XX(damaged_files_crash_nobody)                        \
  XX(a_cut_file_crashes_nobody)

/* Of those, with the layer faults.so: faults_tests.c, kills.c, cuts.c. */
#define TESTS_OF_FAULTS(XX)                             \
  XX(a_read_only_file_is_refused)                       \
  XX(a_file_system_that_becomes_read_only_stops)        \
  XX(a_network_file_system_is_refused)                  \
  XX(a_full_disk_waits_and_goes_on)                     \
  XX(each_call_that_fails_once)                         \
  XX(a_failed_sync_is_written_again)                    \
  XX(three_failed_syncs_stop)                           \
  XX(what_is_shown_after_a_failed_sync_is_kept)         \
  XX(a_new_journal_survives_a_power_cut)                \
  XX(what_another_process_has_made_survives_a_power_cut) \
  XX(a_backup_survives_a_power_cut)                     \
  XX(power_cuts)                                        \
  XX(kills)

/* Of SQLite: sqlite_tests.c. */
#define TESTS_OF_SQLITE(XX)                             \
  XX(sqlite_a_deleted_log_stops_the_journal)            \
  XX(sqlite_a_cut_log_stops_the_journal)                \
  XX(sqlite_a_cut_log_is_a_prefix_when_opened)          \
  XX(sqlite_a_log_without_its_database_is_refused)      \
  XX(sqlite_a_damaged_page_is_told)                     \
  XX(sqlite_a_reader_that_holds_the_log_is_told)        \
  XX(sqlite_the_log_is_moved_at_4_MB)                   \
  XX(sqlite_the_tables_are_those_of_the_document)       \
  XX(sqlite_hostile_tables_are_refused)                 \
  XX(sqlite_hostile_rows_are_refused)                   \
  XX(sqlite_what_is_deleted_is_overwritten)             \
  XX(sqlite_an_interrupted_deletion_goes_on)            \
  XX(sqlite_a_missing_library_names_its_package)        \
  XX(sqlite_hard_links_are_refused)                     \
  XX(sqlite_a_replaced_file_is_left_alone_at_closing)

#define ROLES(XX)      \
  XX(role_hold)        \
  XX(role_open)        \
  XX(role_claim)       \
  XX(role_exec)        \
  XX(role_sleep)       \
  XX(role_life)        \
  XX(role_readonly)    \
  XX(role_remount)     \
  XX(role_network)     \
  XX(role_full)        \
  XX(role_sync_again)  \
  XX(role_sync_thrice) \
  XX(role_sync_die)    \
  XX(role_show)        \
  XX(role_damaged)     \
  XX(role_first)       \
  XX(role_make)        \
  XX(role_backup)      \
  XX(role_hold_log)    \
  XX(role_no_library)

#define DECLARE_TEST(name) void name(void);
TESTS_OF_ALL(DECLARE_TEST)
TESTS_OF_FILES(DECLARE_TEST)
TESTS_OF_FAULTS(DECLARE_TEST)
TESTS_OF_SQLITE(DECLARE_TEST)
#undef DECLARE_TEST
#define DECLARE_ROLE(name) void name(int count, char **words);
ROLES(DECLARE_ROLE)
#undef DECLARE_ROLE

#endif
