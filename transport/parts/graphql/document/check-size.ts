import { type DefinitionNode, type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from "graphql";
import { type GraphqlLimits, LimitError } from "../limits.ts";
import { type Fragments, fieldsWithin, fragmentsOf } from "./selections.ts";

/**
 * Checks a document without fragment cycles against the limits on validation cost: validation walks all fragments for
 * every operation, and compares every two fields and fragments at one place of the answer.
 *
 * @throws LimitError `definitions`, `aliases`, `fields`, `repetition`.
 */
export function checkSize(document: DocumentNode, limits: GraphqlLimits): void {
  const { definitions } = document;
  const defined = definitions.reduce((count, definition) => count + 1 + variablesOf(definition), 0);
  if (defined > limits.definitions) {
    throw new LimitError("definitions", limits.definitions, "operations, fragments and variables");
  }
  checkAliases(document, limits);
  const size = new AnswerSize(fragmentsOf(document), limits);
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) size.add(definition.selectionSet, newPlace());
  }
  // Fragments that no operation spreads are compared within themselves.
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION || size.met.has(definition.name.value)) continue;
    size.add(definition.selectionSet, newPlace());
  }
}

function variablesOf(definition: DefinitionNode): number {
  return definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions?.length ?? 0) : 0;
}

function checkAliases({ definitions }: DocumentNode, { aliases }: GraphqlLimits): void {
  let count = 0;
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    for (const { alias } of fieldsWithin(definition.selectionSet)) {
      if (alias !== undefined && ++count > aliases)
        throw new LimitError("aliases", aliases, "fields with another name");
    }
  }
}

/** The comparisons that a pair of fields with selections, or of fragments, takes where one of leaves takes one. */
const NESTED_PAIR = 4;

/** A place of the answer, with everything that the document selects there. */
interface Place {
  count: number;
  readonly spreads: Set<string>;
  readonly below: Map<string, Place>;
}

function newPlace(): Place {
  return { count: 0, spreads: new Set(), below: new Map() };
}

/** Size of the answer's shape with every fragment expanded. */
class AnswerSize {
  /** Fragments that were spread. */
  readonly met = new Set<string>();
  readonly #fragments: Fragments;
  readonly #limits: GraphqlLimits;
  #fields = 0;
  #pairs = 0;

  constructor(fragments: Fragments, limits: GraphqlLimits) {
    this.#fragments = fragments;
    this.#limits = limits;
  }

  add({ selections }: SelectionSetNode, place: Place): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) this.#addField(selection, place);
      else if (selection.kind === Kind.INLINE_FRAGMENT) this.add(selection.selectionSet, place);
      else this.#addSpread(selection.name.value, place);
    }
  }

  #addField({ alias, name, selectionSet }: FieldNode, place: Place): void {
    const { fields } = this.#limits;
    if (++this.#fields > fields) throw new LimitError("fields", fields, "fields with all fragments in place");
    const shown = (alias ?? name).value;
    const below = place.below.get(shown) ?? newPlace();
    place.below.set(shown, below);
    this.#repeat(below.count++ * (selectionSet === undefined ? 1 : NESTED_PAIR));
    if (selectionSet !== undefined) this.add(selectionSet, below);
  }

  #addSpread(name: string, place: Place): void {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined || place.spreads.has(name)) return;
    this.#repeat(place.spreads.size * NESTED_PAIR);
    this.met.add(name);
    place.spreads.add(name);
    this.add(fragment.selectionSet, place);
  }

  /** One more at the same place: it forms a pair with each of the others. */
  #repeat(pairs: number): void {
    const { repetition } = this.#limits;
    this.#pairs += pairs;
    if (this.#pairs > repetition) {
      throw new LimitError("repetition", repetition, "comparisons of fields and fragments in one place of the answer");
    }
  }
}
