import { open, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inBackground } from "../../../engine/internal.ts";
import { errorCode, StorageError } from "../../error.ts";
import { whileInUse } from "../refused-calls.ts";
import { hasEnded, hasFreed, type Owner, parseOwner, printOwner } from "./owner.ts";

const PRIVATE = 0o600;

/** Milliseconds between two looks of a holder at its file. */
const CHECK_INTERVAL = 1000;

/** Timeout for the answer of a living holder in milliseconds: several checks. */
const HOLDER_TIMEOUT = 3500;
const POLLED = 100;

/** Milliseconds after which a lock that was taken over is looked at again: several starts may have found it void. */
const SETTLED = 50;

/** The time of a file whose holder is asked for a sign of life, in seconds since 1970. Every file system has it. */
const ASKED = Date.UTC(2000, 0, 1) / 1000;
const TOLERANCE = 10;

/**
 * A lock as a file that names its owner: it also keeps out processes that the kernel's names do not reach, in other
 * containers and on other machines, and is the only lock where there are no such names.
 *
 * It is void when its owner has certainly ended. If that cannot be known, because the owner's number means nothing here
 * or another process has it by now, its owner is asked: the file gets the time `ASKED`, and an owner that lives, which
 * looks once a second, sets it right. So an idle holder writes nothing, and the file of a crashed one keeps nobody out
 * for good.
 *
 * A holder that is judged wrongly, because it was stopped for a time, is kept from writing: it asserts that it holds the
 * lock before each rename (`fenced`).
 */
export class LockFile {
  /** The holder before has certainly ended. */
  readonly isAlone: boolean;
  readonly #path: string;
  readonly #text: string;
  readonly #timer: NodeJS.Timeout;
  #isLost = false;

  private constructor(path: string, text: string, isAlone: boolean) {
    this.#path = path;
    this.#text = text;
    this.isAlone = isAlone;
    this.#timer = inBackground(setInterval(() => void this.#look().catch(() => {}), CHECK_INTERVAL));
  }

  /** @throws StorageError `locked`; what the file system throws */
  static async take(path: string, owner: Owner): Promise<LockFile> {
    const text = printOwner(owner);
    // A file that is not there may have been removed by hand, while its owner goes on.
    while (!(await create(path, text))) {
      const found = await textIn(path);
      if (found === null) continue;
      const holder = parseOwner(found) ?? {};
      if (!hasEnded(holder, owner)) {
        const answer = await ask(path, found);
        if (answer === "alive") throw await lockedError(path);
        if (answer === "changed") continue;
      }
      if (await replace(path, found, text, owner.id)) return new LockFile(path, text, hasFreed(holder, owner));
      throw await lockedError(path);
    }
    return new LockFile(path, text, false);
  }

  /** @throws StorageError `locked` if another process has taken the lock over */
  async assertHeld(): Promise<void> {
    if (!this.#isLost && (await this.#isHeld())) return;
    this.#isLost = true;
    throw await lockedError(this.#path);
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if ((await textIn(this.#path)) === this.#text) await whileInUse(() => rm(this.#path, { force: true }));
  }

  /** Whether the file is this one's; a file that is gone, with its folder or by hand, is made again. */
  async #isHeld(): Promise<boolean> {
    const found = await textIn(this.#path);
    if (found !== null) return found === this.#text;
    return (await create(this.#path, this.#text)) || (await textIn(this.#path)) === this.#text;
  }

  /** Gives a sign of life if somebody asks for it, and makes the file again if it is gone. */
  async #look(): Promise<void> {
    const { text, isAsked } = await stateOf(this.#path);
    if (text === null) await this.#isHeld();
    if (isAsked && text === this.#text) await utimes(this.#path, new Date(), new Date());
  }
}

/** False if there is such a file. */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: PRIVATE });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function textIn(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Asks the owner of a lock for a sign of life. "changed": the lock is another one now, or free. */
async function ask(path: string, found: string): Promise<"alive" | "silent" | "changed"> {
  try {
    await utimes(path, ASKED, ASKED);
  } catch (error) {
    // Nobody can be asked on such a file system, or by this user.
    if (errorCode(error) !== "ENOENT") return "alive";
  }
  for (let waited = 0; waited < HOLDER_TIMEOUT; waited += POLLED) {
    await setTimeout(POLLED);
    const { text, isAsked } = await stateOf(path);
    if (text !== found) return "changed";
    if (!isAsked) return "alive";
  }
  return "silent";
}

async function stateOf(path: string): Promise<{ text: string | null; isAsked: boolean }> {
  try {
    const file = await open(path, "r");
    try {
      return { text: await file.readFile("utf8"), isAsked: askedAt((await file.stat()).mtimeMs) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { text: null, isAsked: false };
    throw error;
  }
}

function askedAt(mtimeMs: number): boolean {
  return Math.abs(mtimeMs / 1000 - ASKED) < TOLERANCE;
}

/**
 * Puts a lock in the place of a void one, which is never missing meanwhile. Of several processes that do so at once the
 * last one has it, and the others find that out; the last one begins so that their writes until then are undone
 * (`isAlone`).
 */
async function replace(path: string, found: string, text: string, id: string): Promise<boolean> {
  const aside = `${path}.${id}.tmp`;
  await writeFile(aside, text, { flag: "wx", mode: PRIVATE });
  try {
    if ((await textIn(path)) === found) await whileInUse(() => rename(aside, path));
  } catch (error) {
    // Another process has the lock already, and has removed the file aside.
    if (errorCode(error) !== "ENOENT") throw error;
  } finally {
    await whileInUse(() => rm(aside, { force: true }));
  }
  await setTimeout(SETTLED);
  return (await textIn(path)) === text;
}

/** The refusal that names the holder of a lock, and the file. */
export async function lockedError(path: string): Promise<StorageError> {
  const owner: Partial<Owner> | null = parseOwner((await textIn(path).catch(() => null)) ?? "");
  const holder = owner?.pid ?? null;
  const where = owner?.host === undefined ? "" : ` on ${owner.host}`;
  const who = holder === null ? "Another process" : `Process ${holder}${where}`;
  const what = `${basename(path, ".lock")} in ${dirname(path)}`;
  const message = `${who} is using ${what}; stop it first or choose another place (its lock is ${path})`;
  return new StorageError("locked", message, { holder, lock: path });
}
