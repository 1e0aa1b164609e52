import { setTimeout } from "node:timers/promises";
import { errorCode } from "../error.ts";

/**
 * Calls that file systems refuse, and Galley's reactions. docs/where-it-runs.md tells users the same.
 *
 * | call              | where                                  | answer                          | what is done                         |
 * | ----------------- | -------------------------------------- | ------------------------------- | ------------------------------------ |
 * | rename, remove    | Windows, while a scanner has the file  | EPERM, EACCES, EBUSY            | tried again for two seconds          |
 * | open              | Windows, the same                      | EBUSY                           | the same                             |
 * | flush of a folder | Windows; SMB, VirtualBox, some FUSE    | EINVAL, ENOTSUP, EPERM and more | `syncFolder` is false, and content   |
 * |                   |                                        |                                 | survives a process crash, no more    |
 * | chmod             | SMB, Azure Files, gcsfuse              | EPERM, ENOTSUP, ENOSYS, EINVAL  | forgiven if nobody gets more access  |
 * | chown             | all, unless the superuser asks         | EPERM                           | forgiven                             |
 * | link count        | some FUSE and shares of virtual hosts  | 0 for a file that has a name    | the file's name is asked instead     |
 * | link count        | NFS, FUSE: open files are only renamed | 1 for a file that has no name   | the same, before a write is answered |
 * | notifications     | shares of hosts, NFS, SMB              | none, or an error               | edits are looked for (`--watch poll`) |
 * | Unix sockets      | WebContainers, sandboxes               | any error but EADDRINUSE        | the lock is the file alone           |
 * | times of a file   | some FUSE                              | EPERM, ENOSYS                   | a lock that may be held stays held   |
 *
 * Errors of the disk itself (EIO, ENOSPC) are never forgiven.
 */
const NOT_OFFERED: ReadonlySet<string> = new Set([
  "EINVAL",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EBADF",
  "EISDIR",
  "EPERM",
  "EACCES",
]);

/** Whether a file system says that it has no such call, or not for this user. */
export function isNotOffered(error: unknown): boolean {
  return NOT_OFFERED.has(errorCode(error) ?? "");
}

/** Codes of a file that another program has open on Windows. */
const IN_USE: ReadonlySet<string> = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Milliseconds of the first pause, which doubles, and of all pauses together. */
const FIRST_PAUSE = 10;
const ALL_PAUSES = 2000;

/**
 * Carries out a call, on Windows again and again while another program has the file: virus scanners, search indexes and
 * programs that copy a folder open fresh files for moments.
 */
export async function whileInUse<T>(call: () => Promise<T>, codes = IN_USE): Promise<T> {
  for (let pause = FIRST_PAUSE, left = ALL_PAUSES; ; left -= pause, pause *= 2) {
    try {
      return await call();
    } catch (error) {
      if (process.platform !== "win32" || left <= 0 || !codes.has(errorCode(error) ?? "")) throw error;
      await setTimeout(Math.min(pause, left));
    }
  }
}
