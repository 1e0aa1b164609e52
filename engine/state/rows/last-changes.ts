import type { Change } from "../commit.ts";
import type { Shape } from "../shape.ts";

/** When content types were last changed, or links from or to documents of them: by revisions of the state. */
export class LastChanges {
  readonly #shape: Shape;
  readonly #byType: Map<string, number>;

  constructor(shape: Shape, byType: ReadonlyMap<string, number> = new Map()) {
    this.#shape = shape;
    this.#byType = new Map(byType);
  }

  /** 0 for a type that has never been changed. */
  of(type: string): number {
    return this.#byType.get(type) ?? 0;
  }

  /** Takes down what one change touches. */
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
