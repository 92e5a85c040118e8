#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void mam_set_right(void) {
  // What is opened first would be taken for a standard stream. Each is opened the wrong way round, so that using
  // it still is the error that it was.
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    int file = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
    if (file >= 0 && file != number) {
      dup2(file, number);
      close(file);
    }
  }
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < _NSIG; number++) {
    struct sigaction found;
    if (number == SIGHUP || sigaction(number, NULL, &found) != 0) continue;
    // SIGHUP stays as it is: nohup(1) means what it says.
    if (found.sa_handler == SIG_IGN) sigaction(number, &usual, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int mam_standard_output_is_closed(void) {
  int flags = fcntl(STDOUT_FILENO, F_GETFL);
  return flags < 0 || (flags & O_ACCMODE) == O_RDONLY;
}

int mam_is_ignored(int number) {
  struct sigaction found;
  return sigaction(number, NULL, &found) == 0 && found.sa_handler == SIG_IGN;
}

void mam_set_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

pid_t mam_fork(void) { return fork(); }

int mam_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
