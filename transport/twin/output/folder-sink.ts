import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileSink } from "../pull/files.ts";
import { replaceFile } from "./write-twin.ts";

/** Bytes in a folder. Each file is there whole or not at all. */
export class FolderSink implements FileSink {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await replaceFile(join(this.#folder, name), bytes);
  }

  has(name: string): Promise<boolean> {
    return stat(join(this.#folder, name)).then(
      () => true,
      () => false,
    );
  }
}
