import { readdir, readFile, readlink } from "node:fs/promises";

/** The state of a socket that listens. */
const LISTENS = "0A";

/** The process id of the worker that listens on a port; null if none does, or where the system does not tell (Linux does). */
export async function workerOnPort(port: number): Promise<number | null> {
  try {
    const sockets = await socketsOn(port);
    for (const pid of await readdir("/proc")) {
      if (/^\d+$/.test(pid) && (await holds(pid, sockets)) && (await isWorker(pid))) return Number(pid);
    }
  } catch {}
  return null;
}

/** As the names of links to them. */
async function socketsOn(port: number): Promise<ReadonlySet<string>> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8").catch(() => "")),
  );
  const rows = tables
    .join("\n")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const listening = rows.filter((row) => row[1]?.endsWith(end) && row[3] === LISTENS);
  return new Set(listening.map((row) => `socket:[${row[9]}]`));
}

/** Processes of others do not tell. */
async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  return links.some((link) => sockets.has(link));
}

async function isWorker(pid: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return environment.split("\0").some((each) => each.startsWith("GALLEY_WORKER="));
}
