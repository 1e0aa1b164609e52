import type { AnyModel } from "../../../engine/internal.ts";
import type { Random } from "./random.ts";
import { kebabOf } from "./texts/names.ts";

/** The source of one generated value. */
export interface Draw {
  readonly random: Random;
  /** Different for every value that has to be unique. */
  readonly serial: number;
  /** Place in its list: of an entry its serial number. */
  readonly place: number;
  /** Type and attributes on the path to the value, for messages. */
  readonly path: readonly string[];
  /** uid of the content type or component whose attribute it is. */
  readonly model: string;
  /** Whether the model has an attribute of such a name, as `kebabOf` writes it. */
  readonly has: (names: RegExp) => boolean;
  /** The time of the galley, in milliseconds. */
  readonly now: number;
}

/** Where a draw begins: with a content type or component, whose attributes have draws of their own. */
export type DrawOf = Omit<Draw, "model" | "has">;

/** The draw of one attribute. */
export function drawFor({ uid, attributes }: AnyModel, name: string, draw: DrawOf): Draw {
  const has = (names: RegExp) => [...attributes.keys()].some((each) => names.test(kebabOf(each)));
  return { ...draw, model: uid, has, path: [...draw.path, name] };
}

/** Whether a value is of an entry itself, not of a component in it. */
export function isOfEntry({ path }: Pick<Draw, "path">): boolean {
  return path.length === 2;
}
