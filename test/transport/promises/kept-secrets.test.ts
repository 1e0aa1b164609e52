import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { JournalStorage } from "../../../storage/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { QUICK_USERS } from "../../support/content/quick-users.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { withJson } from "../../support/requests/json.ts";

const TOKEN = "token-that-nobody-may-see";
const PASSWORD = "password-that-nobody-may-see";
const PRIVATE = "private-value-for-the-store-alone";
const JWT_SECRET = "jwt-secret-that-nobody-may-see";
const WRONG = "wrong-token-that-nobody-may-see";

it("no token, password, private value or secret is logged, answered or stored as it is", async () => {
  const folder = await newFolder();
  const logged: unknown[] = [];
  const log = (...told: unknown[]): void => void logged.push(told);
  const attributes = { title: { type: "string" }, hush: { type: "string", private: true } } as const;
  const definition = schemaOf({ note: { attributes } });
  const galley = await createGalley({
    schema: { ...definition, contentTypes: { ...definition.contentTypes, ...QUICK_USERS } },
    storage: new JournalStorage(folder),
    tokens: [{ name: "full", token: TOKEN, access: "full-access" }],
    roles: { public: { note: ["find", "create"] }, authenticated: { note: ["find"] } },
    users: true,
    graphql: true,
    control: { token: `${TOKEN}-of-control` },
    metrics: true,
    jwtSecret: JWT_SECRET,
    logger: { info: log, warn: log, error: log },
  });
  const { url } = await galley.listen({ port: 0 });

  const answered: string[] = [];
  const ask = async (path: string, token: string | null, body?: object): Promise<string> => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${path}`, withJson(body === undefined ? "GET" : "POST", body, authorization));
    const text = await answer.text();
    answered.push(`${answer.status} ${inspect([...answer.headers])} ${text}`);
    return text;
  };

  const user = { username: "ann", email: "ann@example.org", password: PASSWORD };
  const { jwt } = JSON.parse(await ask("/api/auth/local/register", null, user));
  answered.length = 0;
  await ask("/api/auth/local", null, { identifier: "ann", password: `${PASSWORD}x` });
  await ask("/api/auth/local/register", null, user);
  await ask("/api/auth/change-password", jwt, { currentPassword: PASSWORD, password: PASSWORD });
  await ask("/api/users/me", jwt);
  await ask("/api/users?populate=*", TOKEN);
  await ask("/api/notes", TOKEN, { data: { title: "a", hush: PRIVATE } });
  await ask("/api/notes?status=draft&populate=*", TOKEN);
  await ask("/api/notes", WRONG);
  await ask(`/api/notes?access_token=${TOKEN}&password=${PASSWORD}`, WRONG);
  await ask("/graphql", TOKEN, { query: "{ notes { title } usersPermissionsUsers { username } }" });
  await ask("/graphql", WRONG, { query: "{ notes { title } }" });
  await ask("/__galley/requests", `${TOKEN}-of-control`);
  await ask("/__galley/requests", WRONG);
  await ask("/_metrics", null);
  await ask("/_health", null);
  // The request journal is for who controls the server, and shows requests as they came.
  const seen = answered.filter((text) => !text.includes('"path":"/api/users/me"'));
  await galley.close();

  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "latin1")));
  const lines = inspect(logged, { depth: 20, maxStringLength: null, maxArrayLength: null });
  for (const secret of [TOKEN, PASSWORD, JWT_SECRET, WRONG, jwt]) {
    expect(lines).not.toContain(secret);
    expect(seen.join("\n")).not.toContain(secret);
    expect(files.join("\n")).not.toContain(secret);
  }
  // The store is where private values are.
  expect(lines).not.toContain(PRIVATE);
  expect(seen.join("\n")).not.toContain(PRIVATE);
});
