import type { Engine } from "../../engine/internal.ts";
import type { MemoryFileStore } from "../../storage/internal.ts";
import type { Runtime } from "./runtime.ts";

/** Content, files in memory, clock and ids at one moment. It takes constant time, and can be restored any number of times. */
export class Snapshot {
  /** As it was: never written to. */
  readonly engine: Engine;
  /** @internal */
  readonly runtime: Runtime;
  /** Null where files are kept elsewhere than in memory. */
  readonly files: MemoryFileStore | null;

  /** @internal */
  constructor(engine: Engine, runtime: Runtime, files: MemoryFileStore | null) {
    this.engine = engine;
    this.runtime = runtime;
    this.files = files;
  }
}
