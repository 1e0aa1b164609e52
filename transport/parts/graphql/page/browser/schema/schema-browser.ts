import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { makeButton, makeElement } from "../make-element.ts";
import { describeType } from "./type-description.ts";

/** Maximum number of search results. */
const MAX_FOUND = 100;

/** Shows the types of a schema, linked by name, and searches types and fields by a part of their name. */
export class SchemaBrowser {
  readonly #search = makeElement("input", "");
  readonly #content = makeElement("div", "");
  /** Visited types, the current one last. */
  #trail: readonly GraphQLNamedType[] = [];
  #schema: GraphQLSchema | null = null;

  constructor(element: HTMLElement) {
    this.#search.type = "search";
    this.#search.placeholder = "Find types and fields";
    this.#search.ariaLabel = "Find types and fields";
    this.#search.addEventListener("input", () => this.#show());
    element.replaceChildren(this.#search, this.#content);
    this.tell("The schema is being read…");
  }

  /** Shows why there is no schema. */
  tell(message: string): void {
    this.#search.hidden = true;
    this.#content.replaceChildren(makeElement("p", "", message));
  }

  setSchema(schema: GraphQLSchema): void {
    this.#schema = schema;
    this.#search.hidden = false;
    this.#show();
  }

  /** Visits a type; an unknown one is ignored. */
  open(name: string): void {
    const type = this.#schema?.getType(name);
    if (type) this.#goTo([...this.#trail.filter((other) => other !== type), type]);
  }

  #goTo(trail: readonly GraphQLNamedType[]): void {
    this.#trail = trail;
    this.#search.value = "";
    this.#show();
    this.#content.querySelector("h2")?.focus();
  }

  #show(): void {
    if (this.#schema === null) return;
    const text = this.#search.value.trim().toLowerCase();
    const type = this.#trail.at(-1);
    if (text !== "") this.#content.replaceChildren(heading("Found"), this.#list(found(this.#schema, text)));
    else if (type === undefined) this.#content.replaceChildren(...this.#roots(this.#schema));
    else this.#content.replaceChildren(this.#steps(), ...this.#page(type, this.#schema));
  }

  #roots(schema: GraphQLSchema): readonly Node[] {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const names = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith("__"));
    return [
      heading("Schema"),
      this.#list(roots.flatMap((root) => (root ? [{ type: root.name, text: root.name }] : []))),
      makeElement("h3", "", "All types"),
      this.#list(names.sort().map((name) => ({ type: name, text: name }))),
    ];
  }

  #page(type: GraphQLNamedType, schema: GraphQLSchema): readonly Node[] {
    return [heading(type.name), ...describeType(type, schema, (name) => this.#link(name, name))];
  }

  #steps(): Node {
    const back = makeButton("link", "Schema", () => this.#goTo([]));
    const steps = this.#trail
      .slice(-3, -1)
      .map((type) =>
        makeButton("link", type.name, () => this.#goTo(this.#trail.slice(0, this.#trail.indexOf(type) + 1))),
      );
    return makeElement("nav", "trail", back, ...steps);
  }

  #list(items: readonly Found[]): Node {
    return makeElement("ul", "", ...items.map(({ type, text }) => makeElement("li", "", this.#link(type, text))));
  }

  #link(type: string, text: string): HTMLElement {
    return makeElement(
      "code",
      "",
      makeButton("link", text, () => this.open(type)),
    );
  }
}

/** A search result: a type, or the type with a matching field, and its label. */
interface Found {
  readonly type: string;
  readonly text: string;
}

function found(schema: GraphQLSchema, text: string): readonly Found[] {
  const types: Found[] = [];
  const fields: Found[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (type.name.toLowerCase().includes(text)) types.push({ type: type.name, text: type.name });
    if (!("getFields" in type)) continue;
    for (const name of Object.keys(type.getFields())) {
      if (name.toLowerCase().includes(text)) fields.push({ type: type.name, text: `${type.name}.${name}` });
    }
  }
  return [...types, ...fields].slice(0, MAX_FOUND);
}

/** Takes the focus when it is shown, so that screen readers read on from it. */
function heading(text: string): HTMLElement {
  const element = makeElement("h2", "", text);
  element.tabIndex = -1;
  return element;
}
