import type { Engine } from "../../engine/internal.ts";
import type { MemoryFileStore } from "../../storage/core.ts";
import type { Runtime } from "./runtime.ts";

/** Content, files in memory, clock and ids at one moment. Takes constant time, and can be restored any number of times. */
export class Snapshot {
  /** Immutable: never written to. */
  readonly engine: Engine;
  /** @internal */
  readonly runtime: Runtime;
  /** Null if files are not kept in memory. */
  readonly files: MemoryFileStore | null;

  /** @internal */
  constructor(engine: Engine, runtime: Runtime, files: MemoryFileStore | null) {
    this.engine = engine;
    this.runtime = runtime;
    this.files = files;
  }
}
