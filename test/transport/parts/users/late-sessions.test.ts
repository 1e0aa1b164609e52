import { expect, it } from "vitest";
import { MemoryStorage, type Storage } from "../../../../storage/internal.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

/** A storage that can be told to take so many more appends. */
function limited() {
  const storage = new MemoryStorage();
  const append = storage.append.bind(storage);
  const limit = { left: Number.POSITIVE_INFINITY };
  storage.append = async (...given: Parameters<Storage["append"]>) => {
    limit.left -= 1;
    return limit.left < 0 ? { kind: "failed", reason: "for the test" } : append(...given);
  };
  return { storage, limit };
}

it("does not say that nothing was stored where a user was written, and their session was not", async () => {
  const { storage, limit } = limited();
  const { ask, signUp, signIn } = await openUsers({ storage, users: { sessions: true } });
  const { jwt } = await signUp("ana");
  limit.left = 1;
  const eva = { username: "eva", email: "eva@example.org", password: PASSWORD };
  expect((await ask("POST", "/api/auth/local/register", JSON.stringify(eva), null)).status).toBe(504);
  limit.left = 1;
  const change = { currentPassword: PASSWORD, password: "another one", passwordConfirmation: "another one" };
  expect((await ask("POST", "/api/auth/change-password", JSON.stringify(change), jwt)).status).toBe(504);
  limit.left = Number.POSITIVE_INFINITY;
  expect((await signIn("eva")).status).toBe(200);
  expect((await signIn("ana", "another one")).status).toBe(200);
});
