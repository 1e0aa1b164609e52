import { randomBytes } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { errorCode } from "../../error.ts";

/** Who holds a lock, as the lock's file says. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began. */
  readonly started: string;
  /** Where the number names the process: its boot and its namespace of processes. Null if that is not known. */
  readonly processes: string | null;
  /** Where the name that it holds keeps others out: its boot and its network namespace. Null if it holds none. */
  readonly names: string | null;
  /** Random: no other lock has it. */
  readonly id: string;
}

/** This process, as the holder of one more lock; `holdsName`: by a name that the kernel frees. */
export async function newOwner(holdsName: boolean): Promise<Owner> {
  const { pid } = process;
  const host = hostname();
  const started = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const [processes, network] =
    process.platform === "linux"
      ? await Promise.all([space("pid"), space("net")])
      : [`${process.platform} ${host}`, null];
  return { pid, host, started, processes, names: holdsName ? network : null, id: randomBytes(12).toString("hex") };
}

/** A namespace of Linux in this boot; numbers of namespaces that have ended are given again. */
async function space(kind: string): Promise<string | null> {
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    return `${boot.trim()} ${await readlink(`/proc/self/ns/${kind}`)}`;
  } catch {
    return null;
  }
}

export function printOwner(owner: Owner): string {
  return `${JSON.stringify(owner)}\n`;
}

/** The owner in the text of a lock's file; earlier versions wrote the number alone. Null for anything else. */
export function parseOwner(text: string): Pick<Owner, "pid"> | Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "number") return { pid: value };
    return typeof value === "object" && value !== null && "pid" in value && "id" in value ? (value as Owner) : null;
  } catch {
    return null;
  }
}

/** Whether `own` holds the name that a holder held, which no two processes have at once. */
export function hasFreed(holder: Partial<Owner>, own: Owner): boolean {
  return typeof holder.names === "string" && holder.names === own.names;
}

/**
 * Whether a holder has certainly ended: its name is free, or no process has its number. A process that has the number may be
 * another one, which began since.
 */
export function hasEnded(holder: Partial<Owner>, own: Owner): boolean {
  if (hasFreed(holder, own)) return true;
  return typeof holder.processes === "string" && holder.processes === own.processes && !isTaken(holder.pid);
}

function isTaken(pid: unknown): boolean {
  if (typeof pid !== "number" || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
