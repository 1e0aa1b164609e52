import { describe, expect, it } from "vitest";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openUploads } from "../../../support/servers/open-uploads.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

type Ask = Awaited<ReturnType<typeof openUploads>>["ask"];

/** Asks over GraphQL, as a visitor unless a token is named; gives data and errors. */
const graphqlBy =
  (ask: Ask) =>
  async (query: string, token: string | null = null, variables: object = {}) =>
    (await ask("POST", "/graphql", { query, variables }, token)).body;

const LOGIN = `mutation ($identifier: String!, $password: String!) {
  login(input: { identifier: $identifier, password: $password }) { jwt user { id username email role { type } } }
}`;
const ME = "{ me { id documentId username confirmed blocked role { name type } } }";

async function openSignedUp(options: Partial<GalleyOptions> = {}) {
  const opened = await openUsers({ graphql: true, ...options });
  const graphql = graphqlBy(opened.ask);
  return { ...opened, graphql, ann: await opened.signUp("ann") };
}

describe("users over GraphQL", () => {
  it("sign in, and are then the right users", async () => {
    const { graphql, ann } = await openSignedUp();
    const { data } = await graphql(LOGIN, null, { identifier: "ann", password: PASSWORD });
    expect(data.login.user).toEqual({
      id: "1",
      username: "ann",
      email: "ann@example.org",
      role: null,
    });
    const emptyProvider = `mutation { login(input: { identifier: "ann", password: "${PASSWORD}", provider: "" }) { jwt } }`;
    expect((await graphql(emptyProvider)).data.login.jwt).toEqual(expect.any(String));
    expect((await graphql(ME, data.login.jwt)).data.me).toEqual({
      id: "1",
      documentId: ann.user.documentId,
      username: "ann",
      confirmed: true,
      blocked: false,
      role: { name: "Authenticated", type: "authenticated" },
    });
  });

  it("are nobody without a token of theirs", async () => {
    const { graphql } = await openSignedUp();
    const refusal = async (token: string | null) => {
      const { data, errors } = await graphql(ME, token);
      return [data.me, errors[0].message, errors[0].extensions.code];
    };
    expect(await refusal(null)).toEqual([null, "Forbidden access", "FORBIDDEN"]);
    expect(await refusal("full")).toEqual([null, "Authentication requested", "INTERNAL_SERVER_ERROR"]);
    const query = `mutation { changePassword(currentPassword: "a", password: "b", passwordConfirmation: "b") { jwt } }`;
    const { errors } = await graphql(query, "full");
    expect(errors[0].message).toBe("You must be authenticated to reset your password");
  });

  it("see their role on signing up only with a token that may read roles", async () => {
    const { graphql } = await openSignedUp();
    const roleOf = async (username: string, token: string | null) => {
      const input = `{ username: "${username}", email: "${username}@example.org", password: "secret word" }`;
      const { data } = await graphql(`mutation { register(input: ${input}) { user { role { type } } } }`, token);
      return data.register.user.role;
    };
    expect(await roleOf("bob", null)).toBeNull();
    expect(await roleOf("eve", "full")).toEqual({ type: "authenticated" });
  });

  it.each([
    ["a wrong password", LOGIN, { identifier: "ann", password: "wrong" }, "Invalid identifier or password"],
    [
      "another provider",
      'mutation { login(input: { identifier: "ann", password: "x", provider: "github" }) { jwt } }',
      {},
      "This provider is disabled",
    ],
    [
      "a name that is taken",
      'mutation { register(input: { username: "ann", email: "b@example.org", password: "secret word" }) { jwt } }',
      {},
      "Email or Username are already taken",
    ],
    ["a token of an e-mail", 'mutation { emailConfirmation(confirmation: "x") { jwt } }', {}, "Invalid token"],
  ])("are refused with %s", async (_what, query, variables, message) => {
    const { graphql } = await openSignedUp();
    const { errors } = await graphql(query, null, variables);
    expect(errors[0].message).toBe(message);
  });

  it("sign up, and change a password", async () => {
    const { graphql, signIn } = await openSignedUp();
    const { data } = await graphql(
      `mutation { register(input: { username: "bob", email: "bob@example.org", password: "${PASSWORD}" }) {
        jwt user { username }
      } }`,
    );
    expect(data.register.user.username).toBe("bob");
    const change = `mutation {
      changePassword(currentPassword: "${PASSWORD}", password: "another one", passwordConfirmation: "another one") {
        user { username }
      }
    }`;
    expect((await graphql(change)).errors[0].extensions.code).toBe("FORBIDDEN");
    expect((await graphql(change, data.register.jwt)).data.changePassword.user).toEqual({ username: "bob" });
    expect((await signIn("bob", "another one")).status).toBe(200);
  });

  it("get a new password by the code that is sent to them", async () => {
    const codes: string[] = [];
    const { graphql, signIn } = await openSignedUp({ users: { sendResetCode: (code) => codes.push(code) } });
    const forgot = (email: string) => graphql(`mutation { forgotPassword(email: "${email}") { ok } }`);
    for (const email of ["ann@example.org", "nobody@example.org"]) {
      expect((await forgot(email)).data.forgotPassword).toEqual({ ok: true });
    }
    await expect.poll(() => codes).toHaveLength(1);
    const reset = `mutation ($code: String!) {
      resetPassword(code: $code, password: "another one", passwordConfirmation: "another one") { user { username } }
    }`;
    const { data } = await graphql(reset, null, { code: codes[0] });
    expect(data.resetPassword.user).toEqual({ username: "ann" });
    expect((await signIn("ann", "another one")).status).toBe(200);
  });

  it("do what their role allows, and strangers what visitors may", async () => {
    const { graphql, ann, ask } = await openSignedUp({ profile: "strapi", roles: {} });
    const controllers = { auth: { callback: { enabled: true } } };
    const permissions = JSON.stringify({ permissions: { "plugin::users-permissions": { controllers } } });
    for (const role of [1, 2]) await ask("PUT", `/api/users-permissions/roles/${role}`, permissions, "full");
    const codeOf = async (query: string, token: string | null) =>
      (await graphql(query, token)).errors?.[0]?.extensions.code ?? "none";
    const register = `mutation { register(input: { username: "eve", email: "eve@example.org", password: "${PASSWORD}" }) { jwt } }`;
    expect(await codeOf(register, null)).toBe("FORBIDDEN");
    expect(await codeOf(ME, ann.jwt)).toBe("FORBIDDEN");
    const login = `mutation { login(input: { identifier: "ann", password: "${PASSWORD}" }) { jwt } }`;
    for (const token of [null, ann.jwt]) expect(await codeOf(login, token)).toBe("none");
  });

  it("are managed by callers with permission", async () => {
    const { graphql, ask } = await openSignedUp();
    const create = `mutation ($data: UsersPermissionsUserInput!) {
      createUsersPermissionsUser(data: $data) { data { username email role { type } } }
    }`;
    const variables = { data: { username: "bob", email: "Bob@example.org", password: PASSWORD, role: "1" } };
    expect((await graphql(create, null, variables)).errors[0].extensions.code).toBe("FORBIDDEN");
    const { data } = await graphql(create, "full", variables);
    expect(data.createUsersPermissionsUser.data).toEqual({
      username: "bob",
      email: "bob@example.org",
      role: { type: "authenticated" },
    });
    const update = "mutation { updateUsersPermissionsUser(id: 2, data: { blocked: true }) { data { blocked } } }";
    expect((await graphql(update, "full")).data.updateUsersPermissionsUser.data).toEqual({ blocked: true });
    const remove = "mutation { deleteUsersPermissionsUser(id: 2) { data { username } } }";
    expect((await graphql(remove, "full")).data.deleteUsersPermissionsUser.data).toEqual({ username: "bob" });
    expect((await graphql(remove, "full")).errors[0].message).toBe("User not found");
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });

  it("guess passwords no more often than over REST", async () => {
    const { galley } = await openUsers({ graphql: true, rateLimit: { failures: 2 } });
    const { url } = await galley.listen({ port: 0 });
    const post = (path: string, body: object) => fetch(url + path, withJson("POST", body));
    const guess = async (): Promise<string> => {
      const query = 'mutation { login(input: { identifier: "ann", password: "wrong" }) { jwt } }';
      return (await post("/graphql", { query })).text();
    };
    expect(await guess()).toContain("Invalid identifier or password");
    expect(await guess()).toContain("Invalid identifier or password");
    expect(await guess()).toContain("STRAPI_RATE_LIMIT_ERROR");
    expect((await post("/api/auth/local", { identifier: "ann", password: "wrong" })).status).toBe(429);
  });
});

describe("roles over GraphQL", () => {
  it("are made, changed, and removed; their users then have the public role, which stays", async () => {
    const { graphql, ask } = await openSignedUp();
    const run = (mutation: string, token: string | null = "full") => graphql(`mutation { ${mutation} { ok } }`, token);
    const create = 'createUsersPermissionsRole(data: { name: "Night Editor" })';
    expect((await run(create, null)).errors[0].extensions.code).toBe("FORBIDDEN");
    expect((await run(create)).data.createUsersPermissionsRole).toEqual({ ok: true });
    const { data } = await graphql("{ usersPermissionsRoles { name type } }", "full");
    expect(data.usersPermissionsRoles).toContainEqual({ name: "Night Editor", type: "night_editor" });
    const update = 'updateUsersPermissionsRole(id: 3, data: { description: "At night" })';
    expect((await run(update)).data.updateUsersPermissionsRole).toEqual({ ok: true });
    expect((await run("deleteUsersPermissionsRole(id: 2)")).errors[0].message).toBe("Cannot delete public role");
    expect((await run("deleteUsersPermissionsRole(id: 1)", null)).errors[0].extensions.code).toBe("FORBIDDEN");
    expect((await run("deleteUsersPermissionsRole(id: 1)")).data.deleteUsersPermissionsRole).toEqual({ ok: true });
    const rolesLeft = await graphql('{ usersPermissionsRoles(sort: "type") { type users { username } } }', "full");
    expect(rolesLeft.data.usersPermissionsRoles).toContainEqual({ type: "public", users: [{ username: "ann" }] });
    expect((await run("deleteUsersPermissionsRole(id: 3)")).data.deleteUsersPermissionsRole).toEqual({ ok: true });
    expect((await run("deleteUsersPermissionsRole(id: 3)")).errors[0].message).toBe("Role not found");
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });
});

describe("files over GraphQL", () => {
  it("are described and removed with their bytes", async () => {
    const { ask, send } = await openUploads({ graphql: true });
    const graphql = graphqlBy(ask);
    const [file] = await send([["note.txt", "hello"]]);
    if (file === undefined) throw new Error("No file was taken in");
    const describeIt = `mutation { updateUploadFile(id: ${file.id}, info: { caption: "A note" }) { documentId caption } }`;
    expect((await graphql(describeIt)).errors[0].extensions.code).toBe("FORBIDDEN");
    const { data } = await graphql(describeIt, "full");
    expect(data.updateUploadFile).toEqual({ documentId: file.documentId, caption: "A note" });
    const remove = `mutation { deleteUploadFile(id: ${file.id}) { name } }`;
    expect((await graphql(remove, "full")).data.deleteUploadFile).toEqual({ name: "note.txt" });
    expect((await graphql(remove, "full")).data.deleteUploadFile).toBeNull();
    expect((await ask("GET", file.url)).status).toBe(404);
  });

  it("have no operations where uploads are off", async () => {
    const { ask } = await openUploads({ graphql: true, uploads: false });
    const { errors } = await graphqlBy(ask)("mutation { deleteUploadFile(id: 1) { name } }", "full");
    expect(errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  });
});
