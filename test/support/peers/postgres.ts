import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { endWithTests } from "../servers/end-with-tests.ts";
import { newServerFolder } from "../servers/server-folder.ts";
import { POSTGRES } from "./programs.ts";

const run = promisify(execFile);

/** Where the programs of the newest version are. */
export const POSTGRES_FOLDER = POSTGRES.path === undefined ? undefined : dirname(POSTGRES.path);

export const HAS_POSTGRES = POSTGRES_FOLDER !== undefined;

export interface PostgresServer {
  /** Address of a schema of its own, which nobody has used yet. */
  newPlace(): string;
  /** Runs SQL as an administrator. */
  sql<R = unknown>(text: string): Promise<R[]>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it, and removes its data. */
  close(): Promise<void>;
}

/** A server with data of its own, reached by a socket in a temporary folder. It flushes, to a disk, where `isDurable` says so. As root it runs as the user `postgres`. */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const programs = POSTGRES_FOLDER;
  if (programs === undefined) throw new Error(`There is no PostgreSQL: ${POSTGRES.install}`);
  const folder = await newServerFolder("postgres", { isDurable });
  const owner = await ownerOf(folder);
  const data = join(folder, "data");
  await run(join(programs, "initdb"), ["-D", data, "-U", "galley", "--auth=trust", "--no-sync", "-E", "UTF8"], {
    ...owner,
    cwd: folder,
  });
  let child: ChildProcess | null = null;
  let places = 0;
  const host = `postgres://galley@/postgres?host=${encodeURIComponent(folder)}`;
  const start = async () => {
    const settings = [
      "listen_addresses=",
      ...(isDurable ? [] : ["fsync=off"]),
      `unix_socket_directories=${folder}`,
      "max_connections=200",
      "log_min_messages=fatal",
    ];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    const options = { ...owner, cwd: folder, stdio: "ignore" } as const;
    for (let tries = 0; ; tries += 1) {
      // PostgreSQL refuses to start while processes of a killed server have not ended yet.
      if (child === null || hasEnded(child)) child = endWithTests(spawn(join(programs, "postgres"), args, options));
      try {
        return void (await sql("select 1"));
      } catch (error) {
        if (tries === 400) throw error;
        await sleep(25);
      }
    }
  };
  /** One connection for all statements, since each costs the server a process. It ends with the server. */
  let administrator: Promise<pg.Client> | null = null;
  const forget = () => {
    administrator = null;
  };
  const connect = async () => {
    const client = new pg.Client({ connectionString: host });
    client.on("error", forget);
    client.on("end", forget);
    await client.connect();
    return client;
  };
  const sql = async <R>(text: string): Promise<R[]> => {
    administrator ??= connect();
    const client = await administrator.catch((error) => {
      forget();
      throw error;
    });
    return (await client.query(text)).rows as R[];
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    if (ending === null || hasEnded(ending)) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  return {
    newPlace: () => {
      places += 1;
      return `${host}&schema=place_${places}`;
    },
    sql,
    kill: () => end("SIGKILL"),
    start,
    close: async () => {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** PostgreSQL refuses to run as root. */
export async function ownerOf(folder: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (userInfo().uid !== 0) return {};
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (flag) => Number((await run("id", [flag, "postgres"])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error("There is no user postgres");
  await chown(folder, uid, gid);
  return { uid, gid };
}
