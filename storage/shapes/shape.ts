import { type Issue, isRecord, unknownKey } from "../../engine/internal.ts";

/** Reports why a value is not a T: nothing, or every fault with its path from the value. */
export interface Shape<T> {
  (value: unknown): readonly Issue[];
  /** Only for the type checker. */
  readonly describes?: T;
}

const NO_ISSUES: readonly Issue[] = [];
const MISSING: readonly Issue[] = [{ path: [], message: "is missing" }];

/** An object with these keys and no others. */
export function record<T extends object>(fields: { readonly [K in keyof T]-?: Shape<T[K]> }): Shape<T> {
  const members = Object.entries<Shape<unknown>>(fields).map(([name, shape]) => ({
    name,
    shape,
    required: shape(undefined).length > 0,
  }));
  const isKnown = (name: string) => members.some((member) => member.name === name);
  return (value) => {
    if (!isRecord(value)) return issue("must be an object", value);
    let issues = NO_ISSUES;
    let present = 0;
    for (const { name, shape, required } of members) {
      const found = value[name];
      if (found !== undefined) present += 1;
      if (found !== undefined || required) issues = join(issues, name, found === undefined ? MISSING : shape(found));
    }
    if (countKeys(value) === present) return issues;
    for (const name of Object.keys(value)) {
      if (!isKnown(name)) issues = join(issues, name, issue(unknownKey(name, Object.keys(fields))));
    }
    return issues;
  };
}

/** An optional field of a record. */
export function optional<T>(shape: Shape<T>): Shape<T> {
  return (value) => (value === undefined ? NO_ISSUES : shape(value));
}

/** An object with any keys and one shape of values. */
export function mapOf<T>(shape: Shape<T>): Shape<{ readonly [name: string]: T }> {
  return (value) => {
    if (!isRecord(value)) return issue("must be an object", value);
    let issues = NO_ISSUES;
    for (const name of Object.keys(value)) issues = join(issues, name, shape(value[name]));
    return issues;
  };
}

export function listOf<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return issue("must be a list", value);
    let issues = NO_ISSUES;
    for (let index = 0; index < value.length; index += 1) {
      const below = shape(value[index]);
      if (below.length > 0) issues = join(issues, String(index), below);
    }
    return issues;
  };
}

/** A list of exactly two. */
export function pairOf<T>(shape: Shape<T>): Shape<readonly [T, T]> {
  const list = listOf(shape);
  return (value) => (Array.isArray(value) && value.length !== 2 ? issue("must be a list of two", value) : list(value));
}

/** One of several records, distinguished by their `kind`. */
export function variants<T extends { readonly kind: string }>(
  shapes: {
    readonly [K in T["kind"]]: Shape<Extract<T, { readonly kind: K }>>;
  },
): Shape<T> {
  const byKind = new Map<unknown, Shape<unknown>>(Object.entries<Shape<unknown>>(shapes));
  const kind = oneOf(...Object.keys(shapes));
  return (value) => {
    if (!isRecord(value)) return issue("must be an object", value);
    const shape = byKind.get(value.kind);
    return shape === undefined ? join(NO_ISSUES, "kind", kind(value.kind)) : shape(value);
  };
}

export function oneOf<const T extends string>(...words: readonly T[]): Shape<T> {
  return test(`must be ${words.map((word) => JSON.stringify(word)).join(" or ")}`, (value) =>
    words.some((word) => word === value));
}

export function either<A, B>(message: string, one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return test(message, (value) => one(value).length === 0 || other(value).length === 0);
}

/** A shape that one predicate decides. */
export function test<T>(message: string, holds: (value: unknown) => boolean): Shape<T> {
  return (value) => (holds(value) ? NO_ISSUES : issue(message, value));
}

/** Faults as lines of text, each with its path. */
export function describe(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? "the content" : path.join(".")} ${message}`)
    .join("\n");
}

/**
 * As `Object.keys(value).length`, but without creating the list: this runs for every record of a journal. Too many if
 * someone has extended Object.prototype; the caller checks the keys themselves then.
 */
function countKeys(value: object): number {
  let count = 0;
  for (const _ in value) count += 1;
  return count;
}

function issue(message: string, value?: unknown): readonly Issue[] {
  return [{ path: [], message, value }];
}

/** Adds the faults found below `name`; costs nothing if there are none. */
function join(issues: readonly Issue[], name: string, below: readonly Issue[]): readonly Issue[] {
  if (below.length === 0) return issues;
  return [...issues, ...below.map((fault) => ({ ...fault, path: [name, ...fault.path] }))];
}
