import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type PlaceKind = "memory" | "file" | "linked file" | "folder" | "linked folder";

/** Modes of content, which only its owner may read: it holds hashes of passwords. */
const PRIVATE = { file: 0o600, folder: 0o700 };

/** The storage of one server. The server creates missing files; links are the operator's. */
export class Place {
  readonly kind: PlaceKind;
  /** The option for the server; null for memory. */
  readonly path: string | null;
  readonly #target: string;
  readonly #root = mkdtempSync(join(tmpdir(), "galley-fuzz-"));

  constructor(kind: PlaceKind) {
    this.kind = kind;
    const name = kind.endsWith("file") ? "db.json" : "content";
    const link = join(this.#root, name);
    this.#target = join(this.#root, "real", name);
    mkdirSync(join(this.#root, "real"));
    if (this.#isLinked) symlinkSync(this.#target, link);
    this.path = kind === "memory" ? null : this.#isLinked ? link : this.#target;
    if (kind === "linked folder") mkdirSync(this.#target, { mode: PRIVATE.folder });
  }

  get #isLinked(): boolean {
    return this.kind.startsWith("linked");
  }

  /** Damage to links and modes, each in a line; nothing when they are as they should be. */
  faults(): readonly string[] {
    if (this.path === null) return [];
    if (!existsSync(this.#target)) return [`${this.kind}: nothing was written to its place`];
    const expected = this.kind.endsWith("file") ? PRIVATE.file : PRIVATE.folder;
    const mode = statSync(this.#target).mode & 0o777;
    return [
      ...(lstatSync(this.path).isSymbolicLink() === this.#isLinked ? [] : [`${this.kind}: the link was replaced`]),
      ...(mode === expected ? [] : [`${this.kind}: has mode ${mode.toString(8)} instead of ${expected.toString(8)}`]),
    ];
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
