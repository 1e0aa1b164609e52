import type { Engine } from "../engine/index.ts";
import type { World } from "./world/world.ts";

/** Content, clock and ids at one moment. Taking one takes constant time; it can be restored any number of times. */
export class Snapshot {
  /** As it was: never written to. */
  readonly engine: Engine;
  readonly world: World;

  constructor(engine: Engine, world: World) {
    this.engine = engine;
    this.world = world;
  }
}
