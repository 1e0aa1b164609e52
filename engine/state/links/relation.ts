import type { LinkAttribute, RelationAttribute } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";

/** The side of a relation from which it is looked at: the model that owns it, or the one it leads to. */
export type End = "source" | "target";

/** One relation of the schema: all links that one attribute owns, and that a second one may show from the other end. */
export interface Relation {
  /** `<uid>.<attribute>` of the owning end; names the links in commits. */
  readonly name: string;
  /** The owning content type or component. Links of components start at the component, by its numeric id. */
  readonly owner: AnyModel;
  readonly attribute: LinkAttribute;
  readonly target: ContentType;
  /** The attribute of the target that shows the same links; null for a one-way relation. */
  readonly inverse: RelationAttribute | null;
  /** How many links one document may have at each end: 1, or any number. */
  readonly many: { readonly source: boolean; readonly target: boolean };
}

/** An attribute that shows links: which relation, from which end. */
export interface LinkEnd {
  readonly relation: Relation;
  readonly end: End;
  readonly attribute: LinkAttribute;
  /** The content type at the other end. Null only for the inverse end of a component's relation, which does not exist. */
  readonly other: ContentType;
}

/** Every relation of a schema, and for each model the ends it shows. */
export class Relations {
  readonly all: readonly Relation[];
  readonly byName: ReadonlyMap<string, Relation>;
  readonly #ends = new Map<string, Map<string, LinkEnd>>();
  readonly #touching = new Map<string, LinkEnd[]>();

  constructor(schema: Schema) {
    const models: AnyModel[] = [...schema.types.values(), ...schema.components.values()];
    this.all = models.flatMap((model) => relationsOf(schema, model));
    this.byName = new Map(this.all.map((relation) => [relation.name, relation]));
    for (const model of models) {
      this.#ends.set(model.uid, new Map());
      this.#touching.set(model.uid, []);
    }
    for (const relation of this.all) this.#register(relation);
  }

  /** The end that this attribute of this model shows. */
  end(model: string, attribute: string): LinkEnd | undefined {
    return this.#ends.get(model)?.get(attribute);
  }

  /** The ends that a model's own attributes show, in schema order of their owners. */
  ends(model: string): Iterable<LinkEnd> {
    return this.#ends.get(model)?.values() ?? [];
  }

  /** Every end at which a document of this type can stand, also those that no attribute of it shows. */
  touching(type: string): readonly LinkEnd[] {
    return this.#touching.get(type) ?? [];
  }

  #register(relation: Relation): void {
    const { owner, attribute, target, inverse } = relation;
    const source: LinkEnd = { relation, end: "source", attribute, other: target };
    this.#ends.get(owner.uid)?.set(attribute.name, source);
    this.#touching.get(owner.uid)?.push(source);
    const other = owner.model === "content-type" ? owner : target;
    const back: LinkEnd = { relation, end: "target", attribute: inverse ?? attribute, other };
    if (inverse !== null) this.#ends.get(target.uid)?.set(inverse.name, back);
    this.#touching.get(target.uid)?.push(back);
  }
}

function relationsOf(schema: Schema, model: AnyModel): Relation[] {
  const relations: Relation[] = [];
  for (const attribute of model.attributes.values()) {
    if (attribute.kind !== "media" && (attribute.kind !== "relation" || attribute.mappedBy !== undefined)) continue;
    const target = schema.target(attribute);
    const inverse = inverseOf(target, attribute);
    const many = { source: attribute.many, target: inverse?.many ?? true };
    relations.push({ name: `${model.uid}.${attribute.name}`, owner: model, attribute, target, inverse, many });
  }
  return relations;
}

function inverseOf(target: ContentType, attribute: LinkAttribute): RelationAttribute | null {
  if (attribute.kind !== "relation" || attribute.inversedBy === undefined) return null;
  const inverse = target.attributes.get(attribute.inversedBy);
  return inverse?.kind === "relation" ? inverse : null;
}
