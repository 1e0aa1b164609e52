import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { endWithTests } from "../servers/end-with-tests.ts";
import { fillDisk, mountMemory, unmount } from "./memory-disk.ts";
import { ownerOf, POSTGRES_FOLDER } from "./postgres.ts";

const run = promisify(execFile);

type Side = 0 | 1;

/** Two real servers, a primary and its synchronous standby, which change places. */
export class PostgresPair {
  readonly ports: readonly [number, number];
  #primary: Side = 0;
  readonly #folder: string;
  readonly #programs: string;
  readonly #owner: { readonly uid?: number; readonly gid?: number };
  #isMounted = false;
  readonly #children: [ChildProcess | null, ChildProcess | null] = [null, null];

  private constructor(folder: string, programs: string, owner: object, ports: readonly [number, number]) {
    this.ports = ports;
    this.#folder = folder;
    this.#programs = programs;
    this.#owner = owner;
  }

  /** `megabytes`: the size of a disk of their own in memory, which only root can make. */
  static async start({ megabytes }: { readonly megabytes?: number } = {}): Promise<PostgresPair> {
    if (POSTGRES_FOLDER === undefined) throw new Error("There is no PostgreSQL: apt-get install postgresql");
    const folder = await mkdtemp(join(tmpdir(), "galley-failover-"));
    if (megabytes !== undefined) await mountMemory(folder, megabytes);
    const owner = userInfo().uid === 0 ? await ownerOf(folder) : {};
    const pair = new PostgresPair(folder, POSTGRES_FOLDER, owner, [await freePort(), await freePort()]);
    pair.#isMounted = megabytes !== undefined;
    await pair.#program("initdb", "-D", pair.#data(0), "-U", "galley", "--auth=trust", "-E", "UTF8");
    await pair.#start(0);
    await pair.follow();
    return pair;
  }

  get primary(): Side {
    return this.#primary;
  }

  get standby(): Side {
    return this.#primary === 0 ? 1 : 0;
  }

  /** Kills the primary with -9 and promotes the standby, which is alone from then on. Gives milliseconds until it is promoted. */
  async failOver(): Promise<number> {
    await this.#kill(this.#primary);
    const killed = performance.now();
    this.#primary = this.standby;
    await this.sql("select pg_promote()");
    const took = performance.now() - killed;
    await this.sql("alter system set synchronous_standby_names = ''");
    await this.sql("select pg_reload_conf()");
    return took;
  }

  /** Makes the other server the synchronous standby of the primary, from a new copy. */
  async follow(): Promise<void> {
    const { standby } = this;
    await rm(this.#data(standby), { recursive: true, force: true });
    const from = ["-h", "127.0.0.1", "-p", String(this.ports[this.#primary]), "-U", "galley"];
    await this.#program("pg_basebackup", ...from, "-D", this.#data(standby), "-R", "-c", "fast", "--no-sync");
    await this.#start(standby);
    // Without it commits would wait for the seconds after which a standby tries to connect again.
    await until(() => this.sql("select 1 / (select count(*) from pg_stat_replication where state = 'streaming')"));
    await this.sql("alter system set synchronous_standby_names = '*'");
    await this.sql("select pg_reload_conf()");
    await sleep(300);
  }

  killStandby(): Promise<void> {
    return this.#kill(this.standby);
  }

  startStandby(): Promise<void> {
    return this.#start(this.standby);
  }

  /** Stops all processes of the primary where they are; the function returned has them go on. */
  pausePrimary(): () => void {
    const pids = familyOf(this.#children[this.#primary]?.pid ?? 0);
    for (const pid of pids) signal(pid, "SIGSTOP");
    return () => {
      for (const pid of pids) signal(pid, "SIGCONT");
    };
  }

  /** Fills the disk of both. The returned function makes room, and restarts servers that have ended. */
  async fill(): Promise<() => Promise<void>> {
    if (!this.#isMounted) throw new Error("The servers have no disk of their own to fill");
    const makeRoom = await fillDisk(this.#folder);
    return async () => {
      await makeRoom();
      for (const server of [0, 1] as const) if (this.#children[server]?.exitCode !== null) await this.#start(server);
    };
  }

  /** Runs SQL on the primary. */
  sql(text: string): Promise<void> {
    return this.#sql(this.#primary, text);
  }

  async close(): Promise<void> {
    for (const server of [0, 1] as const) await this.#kill(server);
    // Processes of a server that was killed go after it.
    if (this.#isMounted) await unmount(this.#folder);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #sql(server: Side, text: string): Promise<void> {
    const client = new pg.Client(`postgres://galley@127.0.0.1:${this.ports[server]}/postgres`);
    client.on("error", () => {});
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  async #start(server: Side): Promise<void> {
    const settings = [
      `port=${this.ports[server]}`,
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${this.#folder}`,
    ];
    const args = ["-D", this.#data(server), ...settings.flatMap((setting) => ["-c", setting])];
    const options = { ...this.#owner, cwd: this.#folder, stdio: "ignore" } as const;
    this.#children[server] = endWithTests(spawn(join(this.#programs, "postgres"), args, options));
    await until(() => this.#sql(server, "select 1"));
  }

  async #kill(server: Side): Promise<void> {
    const child = this.#children[server];
    if (!child) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    this.#children[server] = null;
    await ended;
  }

  #data(server: Side): string {
    return join(this.#folder, `data-${server}`);
  }

  #program(name: string, ...args: string[]): Promise<unknown> {
    return run(join(this.#programs, name), args, { ...this.#owner, cwd: this.#folder });
  }
}

async function until(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 400) throw error;
      await sleep(25);
    }
  }
}

/** A process and its children. */
function familyOf(parent: number): readonly number[] {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return [parent, ...all.filter((pid) => parentOf(pid) === parent)];
}

/** Null of a process that has ended. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the program's name, which may hold blanks: its state, then its parent.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** To a process that may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}
