import {
  type ContentType,
  EngineError,
  HashedPassword,
  passwordPlaces,
  replacePasswords,
  type Schema,
} from "../../engine/internal.ts";
import type { Patience } from "../access/passwords/bcrypt.ts";

/** Maximum number of passwords in one write: each takes as long as hundreds of other writes. */
const MAX_PASSWORDS = 50;

/**
 * The data with every password replaced by its bcrypt hash and its text, which is checked later. Runs before the engine
 * is entered, because hashing is slow by design. Loads bcryptjs for the first password only. A promise of the data if there
 * are passwords, else the data itself.
 *
 * @throws EngineError `validation` (rejected) for more than 50 of them; HttpError `overloaded` if too many are waiting
 * already and the queue is bounded.
 */
export function hashPasswords(schema: Schema, type: ContentType, data: unknown, patience: Patience): unknown {
  const places = passwordPlaces(schema, type, data);
  return places.length === 0 ? data : hashedAt(places, data, patience);
}

type Places = ReturnType<typeof passwordPlaces>;

async function hashedAt(places: Places, data: unknown, patience: Patience): Promise<unknown> {
  if (places.length > MAX_PASSWORDS) {
    throw new EngineError("validation", `The data holds more than ${MAX_PASSWORDS} passwords`);
  }
  const { hash } = await import("../access/passwords/bcrypt.ts");
  const replaced = places.map(async ({ path, plain, rounds }) => {
    return [path, new HashedPassword(plain, await hash(plain, rounds, patience))] as const;
  });
  return replacePasswords(data, await Promise.all(replaced));
}
