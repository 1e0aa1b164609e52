/*
 * Loaded before the C library, makes a real process feel a bad disk, in the segments of a journal only:
 *   FLUSH_DELAY  milliseconds that every flush takes longer
 *   FLUSH_FAULT  the number of the flush that fails with EIO; those after it succeed again, as a kernel's do
 *   FLUSH_LOG    a file that gets a byte for each flush that has succeeded
 *   DISK_FULL    while this file exists, a write takes some bytes and the next one fails with ENOSPC
 *   OPEN_FAULT   number of the error with which files of a folder called "unusable" fail to be opened for writing
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int is_segment(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  const char *end = strstr(path, ".ndjson");
  return name && !strncmp(name, "/journal-", 9) && end && !end[7];
}

static int flush(const char *name, int fd) {
  static int count = 0;
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  if (!is_segment(fd)) return real(fd);
  const char *delay = getenv("FLUSH_DELAY"), *fault = getenv("FLUSH_FAULT"), *log = getenv("FLUSH_LOG");
  int number = __sync_add_and_fetch(&count, 1);
  if (delay) usleep(atoi(delay) * 1000);
  if (fault && number == atoi(fault)) {
    errno = EIO;
    return -1;
  }
  int result = real(fd);
  if (log && result == 0) {
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (write(file, "x", 1) == 1) close(file);
  }
  return result;
}

int fdatasync(int fd) { return flush("fdatasync", fd); }
int fsync(int fd) { return flush("fsync", fd); }

static ssize_t put(const char *name, int fd, const void *bytes, size_t length, off_t at) {
  static int halves = 0;
  ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, name);
  const char *full = getenv("DISK_FULL");
  if (!full || access(full, F_OK) != 0 || !is_segment(fd)) return real(fd, bytes, length, at);
  if (length > 40 && halves++ % 2 == 0) return real(fd, bytes, 40, at);
  errno = ENOSPC;
  return -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return put("pwrite", fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return put("pwrite64", fd, bytes, length, at); }

static int open_file(const char *name, const char *path, int flags, int mode) {
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
  const char *fault = getenv("OPEN_FAULT");
  if (!fault || !strstr(path, "/unusable/") || (flags & O_ACCMODE) == O_RDONLY) return real(path, flags, mode);
  errno = atoi(fault);
  return -1;
}

static int mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, int) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return open_file("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  return open_file("open64", path, flags, mode);
}
