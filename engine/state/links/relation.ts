import {
  type Attribute,
  componentUids,
  type LinkAttribute,
  type MorphAttribute,
  type RelationAttribute,
} from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import { isLocalizations } from "../../schema/locale.ts";
import type { Schema } from "../../schema/schema.ts";
import { type End, type EndNames, endNames } from "./link-end-name.ts";

/**
 * One relation of the schema: the links from one attribute to documents of one type, which may have an inverse
 * attribute. A morph attribute owns one relation for each content type.
 */
export interface Relation {
  /**
   * `<uid>.<attribute>` of the owning end, followed for a morph attribute by a space and the target's uid. Commits name
   * links by it.
   */
  readonly name: string;
  /** Keys of its ends in the default locale, for the indexes of a space: every query and write needs some. */
  readonly endNames: EndNames;
  /** The owning content type or component. Links of components start at the component, by its numeric id. */
  readonly owner: AnyModel;
  readonly attribute: LinkAttribute | MorphAttribute;
  readonly target: ContentType;
  /** The relations whose links share one list at the source: all of its morph attribute, or only itself. */
  readonly family: readonly Relation[];
  /**
   * The attribute of the target that shows the same links, the first if there are several; null for a one-way relation.
   */
  readonly inverse: RelationAttribute | null;
  /** Whether one document may have several links at each end, or only one. */
  readonly many: { readonly source: boolean; readonly target: boolean };
}

/** An attribute that shows links: the relation and the end. */
export interface LinkEnd {
  readonly relation: Relation;
  readonly end: End;
  readonly attribute: LinkAttribute | MorphAttribute;
  /**
   * The content type at the other end. It would only be null at the inverse end of a component's relation, which does
   * not exist.
   */
  readonly other: ContentType;
}

/** Every relation of a schema, and the ends that each model shows. */
export class Relations {
  readonly all: readonly Relation[];
  readonly byName: ReadonlyMap<string, Relation>;
  /** Components in attributes whose values all locales of a document share, and the components inside them. */
  readonly sharedComponents: ReadonlySet<string>;
  readonly #ends = new Map<string, Map<string, LinkEnd[]>>();
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
    this.sharedComponents = sharedComponents(schema);
  }

  /** The end that this attribute of this model shows; none for a morph attribute. */
  end(model: string, attribute: string): LinkEnd | undefined {
    const ends = this.shown(model, attribute);
    return ends[0]?.attribute.kind === "morph" ? undefined : ends[0];
  }

  /** The ends whose links are in the list of this attribute: one or, for a morph attribute, one for each type. */
  shown(model: string, attribute: string): readonly LinkEnd[] {
    return this.#ends.get(model)?.get(attribute) ?? [];
  }

  /** The ends that a model's attributes show, in schema order of their owners. */
  *ends(model: string): Generator<LinkEnd> {
    for (const ends of this.#ends.get(model)?.values() ?? []) yield* ends;
  }

  /** Every end at which a document of this type can be, including ends that none of its attributes shows. */
  touching(type: string): readonly LinkEnd[] {
    return this.#touching.get(type) ?? [];
  }

  #register(relation: Relation): void {
    const { owner, attribute, target, inverse } = relation;
    const source: LinkEnd = { relation, end: "source", attribute, other: target };
    const shown = this.#ends.get(owner.uid);
    shown?.set(attribute.name, [...(shown.get(attribute.name) ?? []), source]);
    this.#touching.get(owner.uid)?.push(source);
    const other = owner.model === "content-type" ? owner : target;
    const back: LinkEnd = { relation, end: "target", attribute: inverse ?? attribute, other };
    for (const each of inversesOf(owner, target, attribute))
      this.#ends.get(target.uid)?.set(each.name, [{ ...back, attribute: each }]);
    this.#touching.get(target.uid)?.push(back);
  }
}

function sharedComponents(schema: Schema): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (attribute: Attribute | undefined): void => {
    const uids = attribute === undefined ? [] : componentUids(attribute);
    for (const uid of uids) {
      if (found.has(uid)) continue;
      found.add(uid);
      for (const inside of schema.component(uid).attributes.values()) visit(inside);
    }
  };
  for (const type of schema.types.values()) {
    if (type.locale !== null) for (const name of type.shared) visit(type.attributes.get(name));
  }
  return found;
}

function relationsOf(schema: Schema, model: AnyModel): Relation[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind === "morph") return familyOf(model, attribute, [...schema.types.values()]);
    return attribute.kind === "media" || isOwning(attribute)
      ? familyOf(model, attribute, [schema.target(attribute)])
      : [];
  });
}

/** Localizations of a document are not links: they are found by its documentId. */
function isOwning(attribute: Attribute): attribute is RelationAttribute {
  return attribute.kind === "relation" && attribute.mappedBy === undefined && !isLocalizations(attribute);
}

/** The relations of one attribute, one for each type that it may lead to. */
function familyOf(
  owner: AnyModel,
  attribute: LinkAttribute | MorphAttribute,
  targets: readonly ContentType[],
): readonly Relation[] {
  const family: Relation[] = [];
  for (const target of targets) {
    const inverses = inversesOf(owner, target, attribute);
    const many = { source: attribute.many, target: inverses.length === 0 || inverses.some((each) => each.many) };
    const ofType = attribute.kind === "morph" ? ` ${target.uid}` : "";
    const name = `${owner.uid}.${attribute.name}${ofType}`;
    family.push({
      name,
      endNames: endNames(name),
      owner,
      attribute,
      target,
      family,
      inverse: inverses[0] ?? null,
      many,
    });
  }
  return family;
}

/**
 * The attributes of the target that show the links of an attribute: at most one, unless the attribute leads to any
 * type.
 */
function inversesOf(
  owner: AnyModel,
  target: ContentType,
  attribute: LinkAttribute | MorphAttribute,
): readonly RelationAttribute[] {
  if (attribute.kind === "media") return [];
  if (attribute.kind === "relation") {
    const inverse = target.attributes.get(attribute.inversedBy ?? "");
    return inverse?.kind === "relation" ? [inverse] : [];
  }
  return [...target.attributes.values()].filter(
    (each): each is RelationAttribute =>
      each.kind === "relation" && each.target === owner.uid && each.mappedBy === attribute.name,
  );
}
