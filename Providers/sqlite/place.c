/* place.c: where a journal's files are, and whether they are still the same ones. */
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "text.h"

/* File systems whose files other machines may change, or whose locks and shared memory other machines do not see. FUSE is not
 * here: it may be either. */
static const struct {
  uint32_t magic;
  const char *name;
} network[] = {
    {0x6969, "NFS"},        {0x517b, "SMB"},       {0xff534d42, "CIFS"},  {0xfe534d42, "SMB 2"}, {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},    {0x73757245, "Coda"},  {0x564c, "NCP"},       {0x01021997, "9P"},    {0x00c36400, "Ceph"},
    {0x0bd00bd0, "Lustre"}, {0x47504653, "GPFS"},  {0x7461636f, "OCFS2"}, {0x01161970, "GFS2"},  {0x19830326, "BeeGFS"},
    {0xaad7aaea, "PanFS"},  {0x013111a8, "IBRIX"},
};

static enfold_journal_status refuse_network(const char *folder, enfold_journal_error *error) {
  struct statfs found;
  if (statfs(folder, &found) != 0) return ENFOLD_JOURNAL_OK;
  for (size_t index = 0; index < sizeof network / sizeof *network; index++)
    if ((uint32_t)found.f_type == network[index].magic)
      return problem(
          error, ENFOLD_JOURNAL_UNSUPPORTED,
          "%s is on a network file system (%s), where locks and syncs cannot be relied on: keep the journal on a local disk",
          folder, network[index].name);
  return ENFOLD_JOURNAL_OK;
}

static enfold_journal_status failed(int number, const char *what, const char *path, enfold_journal_error *error) {
  enfold_journal_status status = number == ENOENT || number == ENOTDIR ? ENFOLD_JOURNAL_NOT_FOUND
                                 : problem_passes(number)              ? ENFOLD_JOURNAL_WAITING
                                                                       : ENFOLD_JOURNAL_STOPPED;
  return problem(error, status, "%s %s: %s", what, path, strerror(number));
}

/* The folder of a path, and the path without symbolic links. The file itself need not be there. */
static enfold_journal_status resolve(const char *target, size_t length, place *out, enfold_journal_error *error) {
  char given[PATH_MAX], folder[PATH_MAX];
  if (!text_is_valid(target, length) || length == 0 || length >= sizeof given || target[length - 1] == '/')
    return problem(error, ENFOLD_JOURNAL_INVALID,
                   "the journal needs the path of a file, of 1 to %d bytes, as in \"sqlite:cart.db\"", PATH_MAX - 1);
  memcpy(given, target, length);
  given[length] = '\0';
  if (strcmp(given, ":memory:") == 0)
    return problem(error, ENFOLD_JOURNAL_INVALID, "a journal in memory keeps nothing: give the path of a file");
  const char *slash = strrchr(given, '/');
  const char *name = slash == NULL ? given : slash + 1;
  int folder_length = slash == NULL ? 1 : slash == given ? 1 : (int)(slash - given);
  snprintf(folder, sizeof folder, "%.*s", folder_length, slash == NULL ? "." : given);
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
    return problem(error, ENFOLD_JOURNAL_INVALID, "%s is a folder: a journal needs the path of a file", given);
  char resolved[PATH_MAX];
  struct stat found;
  if (lstat(given, &found) == 0 && S_ISLNK(found.st_mode)) {
    if (realpath(given, resolved) == NULL) return failed(errno, "the symbolic link leads nowhere:", given, error);
    snprintf(out->path, sizeof out->path, "%s", resolved);
    char *end = strrchr(resolved, '/');
    end[end == resolved] = '\0';
    snprintf(out->folder, sizeof out->folder, "%s", resolved);
    return ENFOLD_JOURNAL_OK;
  }
  if (realpath(folder, resolved) == NULL) return failed(errno, "there is no folder", folder, error);
  snprintf(out->folder, sizeof out->folder, "%s", resolved);
  size_t end = strlen(resolved), name_size = strlen(name) + 1;
  if (end + 1 + name_size > PATH_MAX)
    return problem(error, ENFOLD_JOURNAL_INVALID, "the path of the journal is longer than %d bytes", PATH_MAX - 1);
  memcpy(out->path, resolved, end);
  if (end > 1) out->path[end++] = '/';
  memcpy(out->path + end, name, name_size);
  return ENFOLD_JOURNAL_OK;
}

/* Never closes a descriptor of a file that was there before: that would drop the locks of others in this process on it. */
static enfold_journal_status make_file(place *out, enfold_journal_error *error) {
  int descriptor = open(out->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    close(descriptor);
    out->is_new = true;
    return ENFOLD_JOURNAL_OK;
  }
  return errno == EEXIST ? ENFOLD_JOURNAL_OK : failed(errno, "cannot make", out->path, error);
}

enfold_journal_status place_find(const char *target, size_t length, const open_options *options, place *out,
                                 enfold_journal_error *error) {
  out->is_new = false;
  enfold_journal_status status = resolve(target, length, out, error);
  if (status == ENFOLD_JOURNAL_OK) status = refuse_network(out->folder, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  struct stat found;
  bool is_there = stat(out->path, &found) == 0;
  if (!is_there && errno != ENOENT) return failed(errno, "cannot look at", out->path, error);
  if (!is_there) {
    if (options->is_reader || !options->creates)
      return problem(error, ENFOLD_JOURNAL_NOT_FOUND, "there is no journal %s", out->path);
    status = make_file(out, error);
    if (status != ENFOLD_JOURNAL_OK) return status;
    if (stat(out->path, &found) != 0) return failed(errno, "cannot look at", out->path, error);
  }
  if (!S_ISREG(found.st_mode))
    return problem(error, ENFOLD_JOURNAL_INVALID, "%s is no file: a journal needs the path of a file", out->path);
  if (found.st_nlink > 1)
    return problem(error, ENFOLD_JOURNAL_STOPPED,
                   "%s has %lu names (hard links), and its log would lie beside another one: remove the others", out->path,
                   (unsigned long)found.st_nlink);
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status place_make(const char *target, size_t length, place *out, enfold_journal_error *error) {
  out->is_new = false;
  enfold_journal_status status = resolve(target, length, out, error);
  if (status == ENFOLD_JOURNAL_OK) status = refuse_network(out->folder, error);
  if (status == ENFOLD_JOURNAL_OK) status = make_file(out, error);
  if (status == ENFOLD_JOURNAL_OK && !out->is_new)
    return problem(error, ENFOLD_JOURNAL_INVALID, "%s is there already: give the name of a new file", out->path);
  return status;
}

bool place_sync(const char *folder) {
  int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  bool is_synced = fsync(descriptor) == 0;
  int number = errno;
  close(descriptor);
  errno = number;
  return is_synced;
}

file_identity identity_of(const char *path) {
  struct stat found;
  if (stat(path, &found) != 0) return (file_identity){0};
  return (file_identity){.device = found.st_dev, .inode = found.st_ino, .is_there = true};
}

bool identity_is_same(const file_identity *one, const file_identity *other) {
  return one->is_there == other->is_there && one->device == other->device && one->inode == other->inode;
}
