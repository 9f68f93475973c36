/* faults.h: what a test asks of the layer (faults.c), which is preloaded into a process and stands before its system calls.
 *
 * It watches the files of one folder, FAULTS_FOLDER. It knows what of each file is synced: that is kept as a file of the folder
 * FAULTS_SHADOW, so that a later process knows it, too. Calls of write, pwrite, ftruncate, fsync, fdatasync and unlink on watched
 * files are counted from 1 on.
 *
 * A plan, in FAULTS_PLAN or given to faults_plan, is a list of these, with ';' between them:
 *   cut N forget         after the N-th call the power fails: watched files and names get what was synced, and the process is
 *                        killed.
 *   cut N some SEED      the same, but of what was not synced some writes, parts of writes and names have come to the disk.
 *   fail KIND N ERRNO    the N-th call of the kind (write, sync, truncate, open) fails with that number, and so do the M - 1
 *        [times M]       after it; without it M is 1.
 *   drop                 a sync that fails forgets the pages that it could not write, as Linux does: a later one does not write
 *                        them.
 *   die                  after a sync that fails the process is killed, and the system's cache stays.
 *   full                 writes that make a file longer fail with ENOSPC, and write what fits of a page.
 *   readonly             opening for writing, and writing, fail with EROFS.
 *   network              statfs says that the folder is on NFS.
 *   nolibrary            dlopen finds no libsqlite3.so.0.
 *   fast                 syncs are only noted: the disk is not asked. */
#ifndef ENFOLD_TEST_FAULTS_H
#define ENFOLD_TEST_FAULTS_H

enum { FAULTS_WRITE, FAULTS_SYNC, FAULTS_TRUNCATE, FAULTS_OPEN, FAULTS_UNLINK, FAULTS_KINDS };

/* Found by dlsym. The plan replaces the one before, and counts begin at 0 again. */
typedef void (*faults_plan_fn)(const char *plan);
/* The calls so far: of one kind, or with FAULTS_KINDS those at which the power may be cut. */
typedef unsigned long (*faults_calls_fn)(int kind);

#endif
