import { type Condition, conditionOf, type Mention } from "./condition.ts";
import { type Entry, joinedTo, valueAt, type World } from "./entry.ts";
import { and, not, or, type Truth } from "./truth.ts";

/**
 * Whether an entry is returned (reads, §7). Where negation means "some does not": every mention is a left join of its
 * own, chained from the one above it, and some combination of joined entries makes the whole condition true. Where it
 * means "none does": a mention is true when some joined entry makes what stands below it true, and else false.
 */
export function matches(world: World, entry: Entry, filters: unknown): boolean {
  const condition = conditionOf(world.schema, entry.model, filters);
  if (world.rules.negatedRelation === "none") return truthWithin(world, condition, entry) === true;
  for (const joined of combinations(world, condition, entry)) {
    if (truthOfCombination(condition, entry, joined) === true) return true;
  }
  return false;
}

type Joined = ReadonlyMap<Mention, Entry>;

function* combinations(world: World, condition: Condition, entry: Entry): Generator<Joined> {
  switch (condition.kind) {
    case "fields":
      yield new Map();
      break;
    case "not":
      yield* combinations(world, condition.condition, entry);
      break;
    case "and":
    case "or":
      yield* product(world, condition.conditions, entry);
      break;
    case "mention":
      for (const linked of joinedTo(world, entry, condition.attribute)) {
        for (const below of combinations(world, condition.condition, linked)) {
          yield new Map([...below, [condition, linked]]);
        }
      }
  }
}

function* product(world: World, conditions: readonly Condition[], entry: Entry): Generator<Joined> {
  const [first, ...rest] = conditions;
  if (first === undefined) {
    yield new Map();
    return;
  }
  for (const joined of combinations(world, first, entry)) {
    for (const others of product(world, rest, entry)) yield new Map([...joined, ...others]);
  }
}

function truthOfCombination(condition: Condition, entry: Entry, joined: Joined): Truth {
  const below = (inner: Condition): Truth => truthOfCombination(inner, entry, joined);
  if (condition.kind !== "mention") return truthOfLogic(condition, entry, below);
  return truthOfCombination(condition.condition, joined.get(condition) ?? entry, joined);
}

function truthWithin(world: World, condition: Condition, entry: Entry): Truth {
  const below = (inner: Condition): Truth => truthWithin(world, inner, entry);
  if (condition.kind !== "mention") return truthOfLogic(condition, entry, below);
  const linked = joinedTo(world, entry, condition.attribute);
  return linked.some((other) => truthWithin(world, condition.condition, other) === true);
}

function truthOfLogic(
  condition: Exclude<Condition, Mention>,
  entry: Entry,
  below: (condition: Condition) => Truth,
): Truth {
  switch (condition.kind) {
    case "and":
      return and(condition.conditions.map(below));
    case "or":
      return or(condition.conditions.map(below));
    case "not":
      return not(below(condition.condition));
    case "fields":
      return condition.truth((name) => valueAt(entry, name));
  }
}
