import {
  type ContentType,
  EngineError,
  HashedPassword,
  passwordPlaces,
  replacePasswords,
  type Schema,
} from "../../engine/internal.ts";
import type { Patience } from "../plugins/passwords/bcrypt.ts";

/** Maximum number of passwords in one write: each takes as long as hundreds of other writes. */
const MAX_PASSWORDS = 50;

/**
 * The data with every password replaced by its bcrypt hash and its text, which is checked later. Runs before the engine
 * is entered, because hashing is slow by design. Loads bcryptjs for the first password only.
 *
 * @throws EngineError `validation` (rejected) for more than 50 of them; HttpError `overloaded` if too many are waiting
 * already and the queue is bounded.
 */
export async function hashPasswords(
  schema: Schema,
  type: ContentType,
  data: unknown,
  patience: Patience,
): Promise<unknown> {
  const places = passwordPlaces(schema, type, data);
  if (places.length === 0) return data;
  if (places.length > MAX_PASSWORDS) {
    throw new EngineError("validation", `The data holds more than ${MAX_PASSWORDS} passwords`);
  }
  const { hash } = await import("../plugins/passwords/bcrypt.ts");
  const replaced = places.map(async ({ path, plain, rounds }) => {
    return [path, new HashedPassword(plain, await hash(plain, rounds, patience))] as const;
  });
  return replacePasswords(data, await Promise.all(replaced));
}
