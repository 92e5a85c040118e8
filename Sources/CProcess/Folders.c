#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int mam_open_folder(int parent, const char *name) {
  int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  struct open_how how = {
      .flags = (unsigned)flags, .resolve = RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS};
  int folder = (int)syscall(SYS_openat2, parent, name, &how, sizeof how);
  // Kernels before 5.6 have no openat2, and some containers forbid it.
  if (folder >= 0 || (errno != ENOSYS && errno != EPERM)) return folder;
  struct stat above, here;
  if (fstat(parent, &above) != 0) return -1;
  folder = openat(parent, name, flags);
  if (folder < 0) return -1;
  if (fstat(folder, &here) == 0 && here.st_dev == above.st_dev) return folder;
  close(folder);
  errno = EXDEV;
  return -1;
}

int mam_unlock_folder(int parent, const char *name) {
  int folder = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  // fchmod takes no such descriptor, and chmod by name might follow a link that has come meanwhile.
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
  int result = chmod(path, 0700);
  int error = errno;
  close(folder);
  errno = error;
  return result;
}

int mam_open_place(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }
