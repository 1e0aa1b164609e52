import { type ContentType, HashedPassword, passwordPlaces, replacePasswords, type Schema } from "../../engine/index.ts";

/**
 * The data with every password replaced by its bcrypt hash and the text it was made of, which is checked later. Done
 * before the engine is entered, because hashing takes long by design. Loads bcryptjs for the first password only.
 */
export async function hashPasswords(schema: Schema, type: ContentType, data: unknown): Promise<unknown> {
  const places = passwordPlaces(schema, type, data);
  if (places.length === 0) return data;
  const { hash } = await import("bcryptjs");
  const replaced = places.map(async ({ path, plain, rounds }) => {
    return [path, new HashedPassword(plain, await hash(plain, rounds))] as const;
  });
  return replacePasswords(data, await Promise.all(replaced));
}
