import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { JournalStorage, JsonFileStorage, Store } from "../../storage/internal.ts";
import { countingEnv, emptyLibrary, titles } from "../support/content/library.ts";
import { newFolder } from "../support/folder.ts";
import { Random } from "../support/random.ts";
import { SEED } from "../support/seed.ts";
import { bundleServer } from "../support/servers/start-server.ts";

const ROUNDS = Number(process.env.GALLEY_WRITERS ?? 2);
/** Milliseconds. */
const LONGEST = 60_000 + ROUNDS * 15_000;
const WRITER = new URL("./writer.ts", import.meta.url);

/** As in containers: processes that neither see each other nor share names of sockets. Needs the superuser. */
const APART = ["unshare", "--net", "--pid", "--fork", "--kill-child"];
const canBeApart = spawnSync(APART[0] as string, [...APART.slice(1), "true"]).status === 0;

/** Milliseconds for a writer to start and to find that the holder before has ended. */
const TAKEOVER_TIMEOUT = 60_000;

/** A few processes that all want to write to a place. Whoever ends is started again. */
class Writers {
  readonly acknowledged: string[] = [];
  errors = "";
  readonly #running = new Set<ChildProcess>();
  readonly #command: readonly string[];
  readonly #place: string;
  #begun = 0;
  #isOver = false;
  /** The process that was acknowledged last. */
  holder: ChildProcess | null = null;

  constructor(command: readonly string[], place: string, count: number) {
    this.#command = command;
    this.#place = place;
    for (let n = 0; n < count; n += 1) this.#start();
  }

  #start(): void {
    if (this.#isOver) return;
    this.#begun += 1;
    const [program = "", ...args] = [...this.#command, this.#place, `w${this.#begun}`];
    const writer = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
    writer.stderr.on("data", (data) => {
      this.errors += data;
    });
    this.#running.add(writer);
    let rest = "";
    writer.stdout.on("data", (data) => {
      const lines = `${rest}${data}`.split("\n");
      rest = lines.pop() ?? "";
      this.acknowledged.push(...lines);
      if (lines.length > 0) this.holder = writer;
    });
    writer.on("close", () => {
      this.#running.delete(writer);
      this.#start();
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    for (const writer of this.#running) signal(writer, "SIGKILL");
    while (this.#running.size > 0) await setTimeout(20);
  }
}

/** Reaches the processes of a namespace, too. */
function signal({ pid, exitCode, signalCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name);
}

describe.each(["db.json", "data"])(
  `loses nothing acknowledged while processes fight over %s, ${ROUNDS} rounds`,
  (place) => {
    it("that see each other", () => fight(place, false), LONGEST);
    it.skipIf(!canBeApart)("that do not, as in containers (needs the superuser)", () => fight(place, true), LONGEST);
  },
);

async function fight(place: string, apart: boolean): Promise<void> {
  const path = join(await newFolder(), place);
  const command = [...(apart ? APART : []), process.execPath, await bundleServer(WRITER)];
  const random = new Random(SEED);
  const writers = new Writers(command, path, 3);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = writers.acknowledged.length;
      await expect.poll(() => writers.acknowledged.length, { timeout: TAKEOVER_TIMEOUT }).toBeGreaterThan(before + 5);
      const { holder } = writers;
      if (holder === null) continue;
      // A holder that is paused goes on after another one has taken its place.
      const isPaused = apart && random.chance(2);
      signal(holder, isPaused ? "SIGSTOP" : "SIGKILL");
      await setTimeout(random.below(300));
      if (!isPaused) continue;
      const then = writers.acknowledged.length;
      await expect.poll(() => writers.acknowledged.length, { timeout: TAKEOVER_TIMEOUT }).toBeGreaterThan(then);
      signal(holder, "SIGCONT");
    }
  } finally {
    await writers.end();
  }
  expect(writers.errors).not.toMatch(/.* (?:damaged|too short|missing|invalid).*/);
  const storage = place === "data" ? new JournalStorage(path, { report: () => {} }) : new JsonFileStorage(path);
  const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv() });
  const kept = new Set(titles(store.engine));
  await store.close();
  expect(writers.acknowledged.filter((title) => !kept.has(title))).toEqual([]);
}
