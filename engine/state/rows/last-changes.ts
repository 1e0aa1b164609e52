import type { Change } from "../commit.ts";
import type { Shape } from "../shape.ts";

/** The state's revision at the last change of each content type, or of a link from or to its documents. */
export class LastChanges {
  readonly #shape: Shape;
  readonly #byType: Map<string, number>;

  constructor(shape: Shape, byType: ReadonlyMap<string, number> = new Map()) {
    this.#shape = shape;
    this.#byType = new Map(byType);
  }

  /** 0 for a type that was never changed. */
  of(type: string): number {
    return this.#byType.get(type) ?? 0;
  }

  /** Records the types that one change affects. */
  touch(change: Change, revision: number): void {
    if (change.kind === "clear") this.touchAll(revision);
    if (change.kind === "put" || change.kind === "remove") this.#byType.set(change.type, revision);
    if (change.kind !== "link" && change.kind !== "unlink") return;
    const relation = this.#shape.relations.byName.get(change.relation);
    if (relation === undefined) return;
    this.#byType.set(relation.owner.uid, revision).set(relation.target.uid, revision);
  }

  touchAll(revision: number): void {
    for (const type of this.#shape.schema.types.keys()) this.#byType.set(type, revision);
  }

  copy(): LastChanges {
    return new LastChanges(this.#shape, this.#byType);
  }
}
