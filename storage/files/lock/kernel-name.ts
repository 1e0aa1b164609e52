import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../../error.ts";

const ABSTRACT_NAME_LENGTH = 108;

/** The shortest limit for the path of a socket (macOS). */
const MAX_PATH_LENGTH = 103;

/**
 * Takes a name for this process, which the kernel frees when it ends, also by `kill -9`: an abstract socket on Linux, a
 * named pipe on Windows, elsewhere a socket in the folder of temporary files. Others in the same network namespace, or on
 * the same machine, cannot have it meanwhile.
 *
 * Returns "taken" if a living process has it, and null where names cannot be had.
 */
export async function takeName(what: string): Promise<Server | "taken" | null> {
  const address = addressOf(createHash("sha256").update(what).digest("hex").slice(0, 40));
  if (address.length > ABSTRACT_NAME_LENGTH) return null;
  const server = await listen(address);
  if (server !== "taken" || address.startsWith("\0") || (await answers(address))) return server;
  // The socket of a process that has ended. Its place is not taken: another start may be about to do that.
  await rm(address, { force: true }).catch(() => {});
  return null;
}

export function freeName(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function addressOf(key: string): string {
  // Older versions of Node pad the name with zeros, newer ones do not: a full-length name is the same for both.
  if (process.platform === "linux") return `\0galley-${key}`.padEnd(ABSTRACT_NAME_LENGTH, ".");
  if (process.platform === "win32") return `\\\\.\\pipe\\galley-${key}`;
  const path = join(tmpdir(), `galley-${key}`);
  return path.length > MAX_PATH_LENGTH ? join("/tmp", `galley-${key}`) : path;
}

function listen(address: string): Promise<Server | "taken" | null> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.unref();
    // Sandboxes without such sockets have many errors for them.
    server.once("error", (error) => resolve(errorCode(error) === "EADDRINUSE" ? "taken" : null));
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    // A crowd of processes that ask is an answer, too.
    socket.once("error", (error) => end(!GONE.has(errorCode(error) ?? "")));
  });
}

const GONE: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT"]);
