import { spawn } from "node:child_process";
import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** More than the servers of all tests that run at once need. */
const NEEDED_BYTES = 2 ** 30;

/**
 * A folder for the data of a database server, in memory where there is room: flushing is much of what these servers do, and
 * a killed process loses nothing that it has written there either. A server that `isDurable` has its folder on the disk.
 */
export async function newServerFolder(name: string, { isDurable = false } = {}): Promise<string> {
  const parent = !isDurable && (await hasRoom(MEMORY)) ? MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, `galley-${name}-`));
  removeAfterTests(folder);
  return folder;
}

/** Removes a folder once this process and the servers that end with it (endWithTests) are gone, however they end. */
function removeAfterTests(folder: string): void {
  const watch = spawn("sh", ["-c", 'cat; sleep 6; rm -rf "$0"', folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watch.unref();
  (watch.stdin as { unref?(): void }).unref?.();
}

async function hasRoom(folder: string): Promise<boolean> {
  const room = await statfs(folder).catch(() => null);
  return room !== null && room.bavail * room.bsize >= NEEDED_BYTES;
}
