#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What the child needs to know; it shares the parent's memory until it becomes the program.
struct start {
  const char *path;
  char *const *argv;
  char *const *envp;
  const char *directory;
  const int *map;
  int count;
  int highest;  // the highest descriptor that the program gets
  int free;     // from here on no descriptor of the map is in the way
  int report;   // where an error goes
  pid_t parent;
};

static void close_range_or_each(unsigned int first, unsigned int last) {
  if (first > last || syscall(SYS_close_range, first, last, 0) == 0) return;
  // A kernel before 5.9: what this program opens is close-on-exec; this is for what it has inherited.
  for (unsigned int number = first; number <= last && number < 4096; number++) close((int)number);
}

// Between vfork and exec: only system calls, and nothing that another thread could wait for.
static _Noreturn void become(const struct start *start) {
  // Dies with the thread that started it, and so with the program, whatever ends that.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() != start->parent) _exit(127);
  int failed = setpgid(0, 0) != 0;
  int report = start->report;
  if (!failed) {
    // Above every number of the map, so that none of them replaces it.
    report = fcntl(start->report, F_DUPFD_CLOEXEC, start->free + start->count);
    failed = report < 0;
    if (failed) report = start->report;
  }
  // First out of each other's way: a descriptor's number in the child may be that of another one here.
  for (int index = 0; index < start->count && !failed; index++)
    failed = dup2(start->map[2 * index], start->free + index) < 0;
  // Parents open every descriptor close-on-exec; dup2 clears that flag in the child.
  for (int index = 0; index < start->count && !failed; index++)
    failed = dup2(start->free + index, start->map[2 * index + 1]) < 0;
  if (!failed) {
    // What was inherited below the highest number of the map is not the child's either.
    for (int number = 3; number < start->highest; number++) {
      int is_given = 0;
      for (int index = 0; index < start->count; index++)
        is_given |= start->map[2 * index + 1] == number;
      if (!is_given) close(number);
    }
    close_range_or_each((unsigned)start->highest + 1, (unsigned)report - 1);
    close_range_or_each((unsigned)report + 1, ~0U);
    failed = start->directory && chdir(start->directory) != 0;
  }
  if (!failed) {
    // Raw, because handlers of this program and its sanitizers are none of the child's business.
    unsigned long usual[4] = {0};
    for (int number = 1; number < _NSIG; number++)
      syscall(SYS_rt_sigaction, number, usual, NULL, sizeof(unsigned long));
    unsigned long none = 0;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
    execve(start->path, start->argv, start->envp);
  }
  int error = errno;
  while (write(report, &error, sizeof error) < 0 && errno == EINTR) {}
  _exit(127);
}

int mam_spawn(
    pid_t *pid, const char *path, char *const argv[], char *const envp[], const char *directory,
    const int *map, int count) {
  struct start start = {
      .path = path, .argv = argv, .envp = envp, .directory = directory, .map = map, .count = count,
      .highest = 2, .free = 3, .parent = getpid()};
  for (int index = 0; index < count; index++) {
    if (map[2 * index + 1] > start.highest) start.highest = map[2 * index + 1];
    if (map[2 * index] >= start.free) start.free = map[2 * index] + 1;
    if (map[2 * index + 1] >= start.free) start.free = map[2 * index + 1] + 1;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  start.report = ends[1];
  // A handler that ran in the child would run in the memory of this program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Not fork: this program's memory need not be copied to be thrown away. posix_spawn does the same, but has
  // nothing for PR_SET_PDEATHSIG.
  pid_t child = vfork();
  if (child == 0) become(&start);
  int error = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (!error) {
    // Ends without a byte as soon as the program has taken over.
    ssize_t size;
    do size = read(ends[0], &error, sizeof error);
    while (size < 0 && errno == EINTR);
    if (size != (ssize_t)sizeof error) error = 0;
    if (error)
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  }
  close(ends[0]);
  if (!error) *pid = child;
  return error;
}
