import { type Attribute, isPopulated, LOCALE, labelAttribute, type Model, type Models } from "../model/model.ts";

/** The fields and the populated attributes that an answer has of an entry, like a selection of GraphQL. */
export type Selection = readonly Chosen[];

export interface Chosen {
  /** Of an attribute; below a dynamic zone, the uid of a component. */
  readonly name: string;
  /** Null: the selection of `shownByItself`. Always null for a field. */
  readonly below: Selection | null;
}

const FILE = "plugin::upload.file";

/** The selection in an address: `title,author(name,posts(title))`. Any text is read, in linear time. */
export function readSelection(text: string): Selection {
  interface Read extends Chosen {
    below: Read[] | null;
  }
  const lists: [Read[], ...Read[][]] = [[]];
  for (const [token] of text.matchAll(/[^,()]+|[()]/g)) {
    const list = lists.at(-1) ?? lists[0];
    const last = list.at(-1);
    if (token === ")") {
      if (lists.length > 1) lists.pop();
    } else if (token !== "(") {
      list.push({ name: token, below: null });
    } else if (last !== undefined) {
      last.below = [];
      lists.push(last.below);
    }
  }
  return lists[0];
}

export function writeSelection(selection: Selection): string {
  return selection.map(({ name, below }) => (below === null ? name : `${name}(${writeSelection(below)})`)).join(",");
}

/** The attributes of an entry that can be chosen, with the dates and the locale of every entry. */
export function choicesOf({ attributes, kind, drafts, localized }: Model): readonly Attribute[] {
  if (kind === "component") return attributes;
  const system = ["createdAt", "updatedAt", ...(drafts ? ["publishedAt"] : [])].map((name) => ({
    name,
    type: "datetime",
  }));
  const further = [...system, ...(localized ? [{ name: LOCALE, type: "string" }] : [])];
  // A server in Strapi's profile has the locale among the attributes.
  return [...attributes, ...further.filter(({ name }) => attributes.every((attribute) => attribute.name !== name))];
}

/** The choices below an attribute: attributes, or the components of a zone. Empty for a field. */
export function choicesBelow({ type, target, component, components }: Attribute, models: Models): readonly Attribute[] {
  if (type === "dynamiczone")
    return (components ?? []).map((uid) => ({ name: uid, type: "component", component: uid }));
  const model = models.byUid(type === "media" ? FILE : (target ?? component));
  return model === undefined ? [] : choicesOf(model);
}

/** A view's own selection below an attribute: the title of a related entry, all fields of a component or file. */
export function shownByItself(attribute: Attribute, models: Models): Selection {
  const choices = choicesBelow(attribute, models);
  const { type, target } = attribute;
  const model = type === "relation" ? models.byUid(target) : undefined;
  if (model !== undefined && labelAttribute(model) !== "documentId")
    return named([labelAttribute(model), ...(model.localized ? [LOCALE] : [])]);
  return named(choices.filter((choice) => type === "dynamiczone" || !isPopulated(choice)).map(({ name }) => name));
}

export function named(names: readonly string[]): Selection {
  return names.map((name) => ({ name, below: null }));
}

/** Bounds the depth, because components may contain themselves. */
const MAX_DEPTH = 5;

/** An entry in full: components with their contents, whole files, and the titles of related entries. */
export function wholeSelection(choices: readonly Attribute[], models: Models, depth = 1): Selection {
  return choices.map((attribute) => {
    const { name, type } = attribute;
    const isNested = (type === "component" || type === "dynamiczone") && depth < MAX_DEPTH;
    const next = type === "dynamiczone" ? depth : depth + 1;
    return { name, below: isNested ? wholeSelection(choicesBelow(attribute, models), models, next) : null };
  });
}

/** Adds the attribute at a path, or removes it if it is chosen, and with it an attribute without a choice below it. */
export function toggled(
  selection: Selection,
  [name, ...rest]: readonly string[],
  choices: readonly Attribute[],
  models: Models,
): Selection {
  const found = selection.find((chosen) => chosen.name === name);
  const attribute = choices.find((choice) => choice.name === name);
  const others = selection.filter((chosen) => chosen !== found);
  if (attribute === undefined || (found !== undefined && rest.length === 0)) return others;
  if (rest.length === 0) return [...others, { name: attribute.name, below: null }];
  const before = found === undefined ? [] : (found.below ?? shownByItself(attribute, models));
  const below = toggled(before, rest, choicesBelow(attribute, models), models);
  if (below.length === 0) return others;
  const changed = { name: attribute.name, below };
  return found === undefined
    ? [...selection, changed]
    : selection.map((chosen) => (chosen === found ? changed : chosen));
}
