import type { Batch, Commit, Engine } from "../../engine/internal.ts";
import { writingFingerprint } from "./writing-fingerprint.ts";

/**
 * How a node's content types relate to the writers' of a shared log. `newer`: they have never written, and take over
 * with this node's first write. `older`: they wrote until others took over.
 */
export type SchemaStanding = "current" | "newer" | "older";

/** Why a node with older content types takes no writes: it would drop the attributes that it does not know. */
export const SUPERSEDED = "schema superseded: other nodes write with newer content types";

/**
 * Decides which content types may write. The log itself records it, so a node cannot append after a takeover without
 * having read it.
 */
export class SchemaClaim {
  readonly #engine: Engine;
  readonly #fingerprint: string;
  /** Take over once, whichever content types write now. */
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

  /** Makes the commit that a batch of this node has to begin with; null: none is needed. */
  get opening(): ((batch: Batch) => Commit) | null {
    return this.standing === "newer" ? (batch) => batch.takeSchema(this.#fingerprint) : null;
  }

  /** A batch of this node has been stored. */
  written(): void {
    this.#claims = false;
  }

  /** Whether a snapshot of this node would contain everything that was written. */
  get isWhole(): boolean {
    return this.standing === "current" || this.#engine.state.schemas.length === 0;
  }
}
