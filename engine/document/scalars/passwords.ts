import { invariant } from "../../error.ts";
import type { ScalarAttribute } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import { isRecord, type UnknownRecord } from "../../schema/shapes/record.ts";
import { componentsIn, itemData } from "../component-data.ts";
import { isDeeperThan, MAX_DEPTH, own } from "../data.ts";
import type { Path } from "../path.ts";
import type { HashedPassword } from "./password.ts";

/** A password in a caller's data, as plain text. */
export interface PasswordPlace {
  readonly path: Path;
  readonly plain: string;
  /** Cost factor of its bcrypt hash. */
  readonly rounds: number;
}

const ROUNDS = 10;

/** Finds every password in a caller's data, components included; none if the data will be refused as a whole. */
export function passwordPlaces(schema: Schema, type: ContentType, data: unknown): readonly PasswordPlace[] {
  if (!isRecord(data) || !schema.withPasswords.has(type.uid) || isDeeperThan(data, MAX_DEPTH + 1)) return [];
  return [...placesIn(schema, type, data, [])];
}

/** A copy of the data with these values at these paths; `data` is unchanged. */
export function replacePasswords(data: unknown, passwords: readonly (readonly [Path, HashedPassword])[]): unknown {
  return passwords.reduce((copy, [path, password]) => replaceAt(copy, path, password), data);
}

function* placesIn(schema: Schema, model: AnyModel, data: UnknownRecord, path: Path): Generator<PasswordPlace> {
  for (const attribute of model.attributes.values()) {
    const value = own(data, attribute.name);
    if (attribute.kind === "scalar") {
      if (isPassword(attribute) && typeof value === "string") {
        yield { path: [...path, attribute.name], plain: value, rounds: attribute.rounds ?? ROUNDS };
      }
    } else if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
      for (const inside of componentsIn(schema, attribute, value)) {
        yield* placesIn(schema, inside.component, inside.data, [...path, ...inside.path]);
      }
    }
  }
}

function isPassword(attribute: ScalarAttribute): boolean {
  return attribute.type === "password";
}

function replaceAt(value: unknown, path: Path, password: HashedPassword): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return password;
  if (typeof step === "number" && Array.isArray(value)) {
    return value.with(step, replaceAt(value[step], rest, password));
  }
  // An item of a list may be the JSON text of a component.
  const data = itemData(value);
  invariant(data !== null, "passwords are replaced in the data they were found in");
  return { ...data, [step]: replaceAt(own(data, String(step)), rest, password) };
}
