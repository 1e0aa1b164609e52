import type { Batch, Commit, Engine } from "../../engine/internal.ts";
import { writingFingerprint } from "./writing-fingerprint.ts";

/**
 * Whether the content types of a node are those that write to a shared log: `newer` ones have never written, and do from
 * this node's first write on; `older` ones did until others took over.
 */
export type SchemaStanding = "current" | "newer" | "older";

/** Why a node with older content types takes no writes: it would drop what it has no place for. */
export const SUPERSEDED = "schema superseded: other nodes write with newer content types";

/**
 * Which content types write. The log itself says so, so that no node can append behind the word of another one without having
 * read it.
 */
export class SchemaClaim {
  readonly #engine: Engine;
  readonly #fingerprint: string;
  /** Take over from whichever content types write, once. */
  #claims: boolean;

  constructor(engine: Engine, claims: boolean) {
    this.#engine = engine;
    this.#fingerprint = writingFingerprint(engine.schema);
    this.#claims = claims;
  }

  get standing(): SchemaStanding {
    const { schemas } = this.#engine.state;
    if (schemas.at(-1) === this.#fingerprint) return "current";
    return this.#claims || !schemas.includes(this.#fingerprint) ? "newer" : "older";
  }

  /** What a batch of this node has to begin with. */
  get opening(): ((batch: Batch) => Commit) | null {
    return this.standing === "newer" ? (batch) => batch.takeSchema(this.#fingerprint) : null;
  }

  /** This node has written. */
  written(): void {
    this.#claims = false;
  }

  /** Whether a snapshot of this node has all that was written. */
  get isWhole(): boolean {
    return this.standing === "current" || this.#engine.state.schemas.length === 0;
  }
}
