import type { NestingField } from "../field.ts";
import { below, invalid } from "../refusal.ts";
import { type ParamScope, scopeBehind } from "../scope.ts";

/** A point in `populate`, with the path to it as the caller wrote it: `author.populate.posts`. */
export interface PopulateScope extends ParamScope {
  readonly written: string | null;
  /** Below `on`: forms with one meaning are taken, whatever the rules say of them elsewhere. */
  readonly inFragment: boolean;
}

export function populateScopeBehind(scope: PopulateScope, name: string, attribute: NestingField): PopulateScope {
  return {
    ...scopeBehind(scope, name, attribute),
    written: below(scope.written, name),
    inFragment: scope.inFragment,
  };
}

export function reportPopulateShape({ context }: PopulateScope): void {
  const message = "Invalid populate parameter. Expected a string, an array of strings, a populate object";
  context.faults.report("shape", () => invalid(message));
}
