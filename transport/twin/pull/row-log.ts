import { createReadStream } from "node:fs";
import { appendFile, mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { errorCode } from "../../../storage/core.ts";

/** Lines by name, which are only added to. */
export interface RowLog {
  append(name: string, lines: readonly string[]): Promise<void>;
  read(name: string): AsyncIterable<string>;
}

/** Of a source whose values are kept nowhere. */
export class MemoryLog implements RowLog {
  readonly #lines = new Map<string, string[]>();

  async append(name: string, lines: readonly string[]): Promise<void> {
    const known = this.#lines.get(name) ?? [];
    this.#lines.set(name, known);
    for (const line of lines) known.push(line);
  }

  async *read(name: string): AsyncGenerator<string> {
    yield* this.#lines.get(name) ?? [];
  }
}

/** One file for each name in a folder. A process that ends at any moment leaves whole lines, and part of one at most. */
export class FolderLog implements RowLog {
  readonly #folder: string;
  readonly #checked = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(name: string, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const path = this.#pathOf(name);
    if (!this.#checked.has(name)) await this.#cutPart(name);
    await appendFile(path, lines.map((line) => `${line}\n`).join(""));
  }

  async *read(name: string): AsyncGenerator<string> {
    await this.#cutPart(name);
    const input = createReadStream(this.#pathOf(name), "utf8");
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
  }

  /** Creates the file, or removes the line that was being written when the process ended. */
  async #cutPart(name: string): Promise<void> {
    if (this.#checked.has(name)) return;
    this.#checked.add(name);
    const path = this.#pathOf(name);
    await mkdir(this.#folder, { recursive: true });
    const bytes = await readFile(path).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
      return null;
    });
    if (bytes === null) await writeFile(path, "");
    else if (bytes.length > 0 && bytes.at(-1) !== 0x0a) await truncate(path, bytes.lastIndexOf(0x0a) + 1);
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name.replaceAll(":", "_")}.ndjson`);
  }
}
