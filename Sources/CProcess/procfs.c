#define _GNU_SOURCE
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Reads the beginning of a file as a text; the number of bytes, or -1.
static ssize_t read_text(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, size - 1);
  int error = errno;
  close(file);
  errno = error;
  if (count < 0) return -1;
  text[count] = 0;
  return count;
}

/// Calls a function with every number that is a name in a folder, until it returns other than 0; -1 if the folder
/// cannot be read.
static int each_number(const char *path, int (*call)(pid_t number, void *context), void *context) {
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int result = 0;
  for (struct dirent *entry; result == 0 && (entry = readdir(folder));) {
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    if (end != entry->d_name && *end == 0) result = call((pid_t)number, context);
  }
  closedir(folder);
  return result;
}

int mam_process_read(pid_t pid, struct mam_process *process) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  if (read_text(path, text, sizeof text) <= 0) return -1;
  // The second field, the name, may hold anything but ends with the last ")".
  char *rest = strrchr(text, ')');
  int parent, group, threads;
  unsigned long long start;
  if (!rest || sscanf(rest + 1,
                      " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d %*d %llu",
                      &process->state, &parent, &group, &threads, &start) != 5)
    return -1;
  process->start = start;
  process->parent = parent;
  process->group = group;
  process->threads = threads;
  return 0;
}

int mam_process_name(pid_t pid, char name[16]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
  ssize_t count = read_text(path, name, 16);
  if (count <= 0) return -1;
  if (name[count - 1] == '\n') name[count - 1] = 0;
  return 0;
}

struct list {
  pid_t *items;
  int capacity;
  int count;
};

static int append(pid_t number, void *context) {
  struct list *list = context;
  if (list->count < list->capacity) list->items[list->count] = number;
  list->count++;
  return 0;
}

int mam_process_list(pid_t *items, int capacity) {
  struct list list = {items, capacity, 0};
  each_number("/proc", append, &list);
  return list.count < capacity ? list.count : capacity;
}

struct children {
  pid_t pid;
  struct list list;
  int is_told;
};

static int append_children(pid_t task, void *context) {
  struct children *children = context;
  char path[96], text[4096];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)children->pid, (int)task);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  // A list of thousands comes in parts, and a part may end in the middle of a number.
  pid_t number = 0;
  ssize_t count;
  while ((count = read(file, text, sizeof text)) > 0)
    for (ssize_t index = 0; index < count; index++) {
      if (text[index] >= '0' && text[index] <= '9') {
        number = number * 10 + (text[index] - '0');
        continue;
      }
      if (number > 0) append(number, &children->list);
      number = 0;
    }
  close(file);
  if (number > 0) append(number, &children->list);
  if (count == 0) children->is_told = 1;
  return 0;
}

int mam_process_children(pid_t pid, pid_t *items, int capacity) {
  char path[64];
  struct children children = {pid, {items, capacity, 0}, 0};
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  each_number(path, append_children, &children);
  if (!children.is_told) return -1;
  return children.list.count < capacity ? children.list.count : capacity;
}

struct times {
  pid_t pid;
  uint64_t ran, waited;
  int runnable, is_told;
};

static int add_times(pid_t task, void *context) {
  struct times *times = context;
  char path[96], text[128];
  unsigned long long ran, waited;
  snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)times->pid, (int)task);
  if (read_text(path, text, sizeof text) <= 0 || sscanf(text, "%llu %llu", &ran, &waited) != 2)
    return 0;
  times->is_told = 1;
  times->ran += ran;
  times->waited += waited;
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)times->pid, (int)task);
  char stat[512];
  if (read_text(path, stat, sizeof stat) <= 0) return 0;
  const char *name_end = strrchr(stat, ')');
  if (name_end && strncmp(name_end, ") R", 3) == 0) times->runnable++;
  return 0;
}

int mam_process_times(pid_t pid, uint64_t *ran, uint64_t *waited, int *runnable) {
  char path[64];
  struct times times = {pid, 0, 0, 0, 0};
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  each_number(path, add_times, &times);
  *ran = times.ran;
  *waited = times.waited;
  *runnable = times.runnable;
  return times.is_told ? 0 : -1;
}

/// What the threads of a process wait for.
struct waiting {
  pid_t pid;
  /// True if no thread can go on by the lapse of time.
  int is_endless;
  /// True if some thread waits for its children, or for whatever its descriptors bring.
  int for_children, for_descriptors, for_input;
  /// Which threads there are and how often each has been given a processor, as a digest of FNV-1a.
  uint64_t runs;
};

static void digest(uint64_t value, uint64_t *sum) { *sum = (*sum ^ value) * 1099511628211u; }

/// Notes how often a thread has been given a processor; nothing of it if the kernel does not tell.
static void note_runs(pid_t task, struct waiting *waiting) {
  char path[96], text[128];
  unsigned long long count = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)waiting->pid, (int)task);
  if (read_text(path, text, sizeof text) > 0) sscanf(text, "%*u %*u %llu", &count);
  digest((uint64_t)task, &waiting->runs);
  digest(count, &waiting->runs);
}

/// Looks at a thread: a wait that a clock can end, and whatever is not known here, is none without end.
static int look_at_thread(pid_t task, void *context) {
  struct waiting *waiting = context;
  note_runs(task, waiting);
  char path[96], text[256];
  snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", (int)waiting->pid, (int)task);
  long call;
  unsigned long long a[4];
  if (read_text(path, text, sizeof text) <= 0 ||
      sscanf(text, "%ld %llx %llx %llx %llx", &call, &a[0], &a[1], &a[2], &a[3]) != 5)
    goto unknown;
  switch (call) {
    case SYS_read:
      if (a[0] != 0) goto unknown;
      waiting->for_input = 1;
      return 0;
    case SYS_wait4:
    case SYS_waitid:
      waiting->for_children = 1;
      return 0;
    case SYS_futex:
      if (a[3] != 0) goto unknown;
      return 0;
#ifdef SYS_poll
    case SYS_poll:
      if ((int)a[2] >= 0) goto unknown;
      waiting->for_descriptors = 1;
      return 0;
#endif
    case SYS_ppoll:
      if (a[2] != 0) goto unknown;
      waiting->for_descriptors = 1;
      return 0;
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait:
      if ((int)a[3] >= 0) goto unknown;
      waiting->for_descriptors = 1;
      return 0;
    default: break;
  }
unknown:
  waiting->is_endless = 0;
  return 1;
}

static int is_timer(pid_t number, void *context) {
  char path[64], link[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)*(pid_t *)context, (int)number);
  ssize_t count = readlink(path, link, sizeof link - 1);
  if (count <= 0) return 0;
  link[count] = 0;
  return strcmp(link, "anon_inode:[timerfd]") == 0;
}

/// True if a process has timers of timer_create(2). Those of setitimer(2) and alarm(2) the kernel shows nobody.
static int has_timers(pid_t pid) {
  char path[64], text[2];
  snprintf(path, sizeof path, "/proc/%d/timers", (int)pid);
  // A kernel without the file is one that tells nothing of them, as of those of setitimer.
  return read_text(path, text, sizeof text) > 0;
}

int mam_process_is_hidden(pid_t pid) {
  char path[64], text[2];
  snprintf(path, sizeof path, "/proc/%d/syscall", (int)pid);
  if (read_text(path, text, sizeof text) >= 0) return 0;
  // A kernel without CONFIG_HAVE_ARCH_TRACEHOOK has no such file of any process.
  return errno == EACCES || errno == EPERM || access("/proc/self/syscall", F_OK) != 0;
}

static int awaits_input(pid_t pid, int depth, uint64_t *runs) {
  struct mam_process process;
  if (mam_process_read(pid, &process) != 0) return 0;
  // One that has ended and waits for its parent does nothing either.
  if (process.state == 'Z') return depth > 0;
  if (process.state != 'S') return 0;
  if (has_timers(pid)) return 0;
  struct waiting waiting = {.pid = pid, .is_endless = 1, .runs = *runs};
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  if (each_number(path, look_at_thread, &waiting) != 0 || !waiting.is_endless) return 0;
  *runs = waiting.runs;
  // A descriptor can be a clock.
  snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
  if (waiting.for_descriptors && each_number(path, is_timer, &pid) != 0) return 0;
  pid_t list[16];
  int count = mam_process_children(pid, list, 16);
  if (count < 0 || count == 16) return 0;
  if (!waiting.for_input && !waiting.for_descriptors && (!waiting.for_children || count == 0)) return 0;
  if (count > 0 && depth == 4) return 0;
  for (int index = 0; index < count; index++)
    if (!awaits_input(list[index], depth + 1, runs)) return 0;
  return 1;
}

int mam_process_awaits_input(pid_t pid) {
  // One thread is looked at after the other, and one that was not looked at yet may wake or make one that is not looked at
  // again. If the same threads wait the second time and none has run since the first, all waited in between.
  uint64_t first = 0, second = 0;
  return awaits_input(pid, 0, &first) && awaits_input(pid, 0, &second) && first == second;
}

int mam_rest_open(pid_t pid, struct mam_rest *rest) {
  static const char *const names[] = {"stat", "syscall", "children"};
  int files[3];
  for (int index = 0; index < 3; index++) {
    char path[96];
    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", (int)pid, (int)pid, names[index]);
    files[index] = open(path, O_RDONLY | O_CLOEXEC);
    if (files[index] >= 0) continue;
    while (index > 0) close(files[--index]);
    return -1;
  }
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/timers", (int)pid);
  // Not every kernel has it; see has_timers.
  *rest = (struct mam_rest){files[0], files[1], files[2], open(path, O_RDONLY | O_CLOEXEC)};
  return 0;
}

void mam_rest_close(struct mam_rest *rest) {
  close(rest->stat);
  close(rest->call);
  close(rest->children);
  if (rest->timers >= 0) close(rest->timers);
}

int mam_rest_is_certain(const struct mam_rest *rest) {
  char text[512];
  // A thread that runs is seen here soonest.
  ssize_t count = pread(rest->call, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  char *end;
  if (strtol(text, &end, 10) != SYS_read || end == text || strncmp(end, " 0x0 ", 5) != 0) return 0;
  count = pread(rest->stat, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  // The second field, the name, may hold anything but ends with the last ")"; the third is the state, the twentieth
  // the number of threads.
  const char *field = strrchr(text, ')');
  if (!field || strncmp(field, ") S ", 4) != 0) return 0;
  for (int index = 2; field && index < 20; index++) field = strchr(field + 1, ' ');
  if (!field || strncmp(field, " 1 ", 3) != 0) return 0;
  if (rest->timers >= 0 && pread(rest->timers, text, 1, 0) != 0) return 0;
  return pread(rest->children, text, 1, 0) == 0;
}

int mam_socket_diagnosis(void) {
  return socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
}

int mam_socket_owner(int netlink, int connection, uint32_t *inode, uint32_t *user) {
  struct sockaddr_in here, there;
  socklen_t here_length = sizeof here, there_length = sizeof there;
  if (getsockname(connection, (struct sockaddr *)&here, &here_length) != 0 ||
      getpeername(connection, (struct sockaddr *)&there, &there_length) != 0 ||
      here.sin_family != AF_INET || there.sin_family != AF_INET)
    return -1;
  static uint32_t questions = 0;
  uint32_t number = __atomic_add_fetch(&questions, 1, __ATOMIC_RELAXED);
  struct {
    struct nlmsghdr head;
    struct inet_diag_req_v2 question;
  } request = {
      .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST,
               .nlmsg_seq = number},
      .question = {.sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0U}};
  // Seen from there: what is the other end to us is the near end to its owner.
  request.question.id.idiag_sport = there.sin_port;
  request.question.id.idiag_dport = here.sin_port;
  request.question.id.idiag_src[0] = there.sin_addr.s_addr;
  request.question.id.idiag_dst[0] = here.sin_addr.s_addr;
  request.question.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  request.question.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  if (send(netlink, &request, sizeof request, MSG_DONTWAIT) != sizeof request) return -1;
  union {
    struct nlmsghdr head;
    char bytes[1024];
  } answer;
  ssize_t count;
  do {
    count = recv(netlink, &answer, sizeof answer, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < (ssize_t)sizeof(struct nlmsghdr)) return -1;
    // An answer that was not taken belongs to a question before this one.
  } while (count < 0 || answer.head.nlmsg_seq != number);
  if (answer.head.nlmsg_type == NLMSG_ERROR &&
      count >= (ssize_t)NLMSG_LENGTH(sizeof(struct nlmsgerr)) &&
      ((struct nlmsgerr *)NLMSG_DATA(&answer.head))->error == -ENOENT) {
    // There is no such socket any more.
    *inode = 0;
    *user = 0;
    return 0;
  }
  if (answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
      count < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
    return -1;
  struct inet_diag_msg *told = NLMSG_DATA(&answer.head);
  *inode = told->idiag_inode;
  *user = told->idiag_uid;
  return 0;
}

int mam_process_folder(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

struct wanted {
  char text[32];
  ssize_t count;
};

static int is_wanted(int folder, const char *name, const struct wanted *wanted) {
  char link[32];
  return readlinkat(folder, name, link, sizeof link) == wanted->count &&
         memcmp(link, wanted->text, (size_t)wanted->count) == 0;
}

int mam_folder_holds(int folder, uint32_t inode, struct mam_places *places, int is_thorough) {
  struct wanted wanted;
  wanted.count = snprintf(wanted.text, sizeof wanted.text, "socket:[%u]", inode);
  uint64_t tried = places->known;
  uint64_t behind = tried & ~(((uint64_t)2 << (places->last & 63)) - 1);
  for (uint64_t rest = behind ? behind : tried, left = tried; left != 0; left &= left - 1, rest &= rest - 1) {
    // The places behind the last one, then those up to it.
    if (rest == 0) rest = tried & ~behind;
    int number = __builtin_ctzll(rest);
    char name[3] = {(char)('0' + number / 10), (char)('0' + number % 10), 0};
    if (!is_wanted(folder, number < 10 ? name + 1 : name, &wanted)) continue;
    places->last = number;
    return 1;
  }
  // Whoever has hundreds of connections opens one after the other, and a list of all of them for each would take ever longer.
  for (int number = places->beyond; number > 0 && number < places->beyond + 8; number++) {
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    if (!is_wanted(folder, name, &wanted)) continue;
    places->beyond = number;
    return 1;
  }
  if (!is_thorough) return 0;
  int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  DIR *list = copy < 0 ? NULL : fdopendir(copy);
  if (!list) {
    if (copy >= 0) close(copy);
    return -1;
  }
  // The place in the folder is one for both descriptors.
  rewinddir(list);
  int found = 0, is_empty = 1;
  for (struct dirent *entry; !found && (entry = readdir(list));) {
    is_empty = 0;
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    if (end == entry->d_name || *end != 0) continue;
    if (number < 64 && tried >> number & 1) continue;
    found = is_wanted(folder, entry->d_name, &wanted);
    if (found && number >= 64) places->beyond = (int)number;
    if (!found || number >= 64) continue;
    places->known |= (uint64_t)1 << number;
    places->last = (int)number;
  }
  closedir(list);
  // That of a process that has ended does not even have ".".
  return is_empty ? -1 : found;
}
