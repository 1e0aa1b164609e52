import type { Change } from "../commit.ts";
import type { Shape } from "../shape.ts";

/** When content types were last changed, or links from or to documents of them: by numbers of commits. */
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

  /** Takes down what one change of a commit touches. */
  touch(change: Change, number: number): void {
    if (change.kind === "clear") this.touchAll(number);
    if (change.kind === "put" || change.kind === "remove") this.#byType.set(change.type, number);
    if (change.kind !== "link" && change.kind !== "unlink") return;
    const relation = this.#shape.relations.byName.get(change.relation);
    if (relation === undefined) return;
    this.#byType.set(relation.owner.uid, number).set(relation.target.uid, number);
  }

  touchAll(number: number): void {
    for (const type of this.#shape.schema.types.keys()) this.#byType.set(type, number);
  }

  copy(): LastChanges {
    return new LastChanges(this.#shape, this.#byType);
  }
}
