import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

type Opened = Awaited<ReturnType<typeof openUsers>>;

const post = ({ ask }: Pick<Opened, "ask">, path: string, body: object) => ask("POST", `/api/auth/${path}`, body, null);

const codeIn = (text: string | undefined) => /(?:code|confirmation)=([0-9a-f]+)/.exec(text ?? "")?.[1] ?? "";

const confirm = ({ galley }: Opened, code: string) =>
  galley.fetch(`/api/auth/email-confirmation?confirmation=${code}`, { redirect: "manual" });

/** A mail server, and the mails that it has received. */
async function smtpServer(refuses = false) {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refuses ? new Error("no such box") : undefined),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        taken.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { taken, url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}` };
}

describe.each(["contract", "strapi"] as const)("mail for users, in the profile %s", (profile) => {
  it("confirms the address of a new user, who cannot sign in before", async () => {
    const opened = await openUsers({ profile, users: { confirmation: { redirect: "https://front.example.org/ok" } } });
    const { galley, signIn, ask } = opened;
    const registered = await post(opened, "local/register", { username: "bob", email: "B@a.org", password: PASSWORD });
    expect([registered.status, registered.body]).toEqual([
      200,
      { user: expect.objectContaining({ email: "b@a.org", confirmed: false }) },
    ]);
    expect((await signIn("bob")).body.error).toMatchObject({
      name: "ApplicationError",
      message: "Your account email is not confirmed",
    });
    expect((await signIn("bob", "another")).body.error.message).toBe("Invalid identifier or password");

    const [mail] = galley.outbox.list();
    expect(mail).toMatchObject({
      to: "b@a.org",
      from: "Administration Panel <no-reply@strapi.io>",
      replyTo: "",
      subject: "Account confirmation",
      html: expect.stringContaining("<p>http://galley.test/api/auth/email-confirmation?confirmation="),
    });
    const answer = await confirm(opened, codeIn(mail?.text));
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://front.example.org/ok"]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect((await confirm(opened, codeIn(mail?.text))).status).toBe(400);

    const { status, body } = await signIn("bob");
    expect([status, body.user.confirmed]).toEqual([200, true]);
    await ask("PUT", "/api/users/1", '{"confirmed":false}');
    expect((await ask("GET", "/api/users/me", undefined, body.jwt)).status).toBe(401);
  });

  it("is sent again on demand, and only the newest code is good", async () => {
    const opened = await openUsers({ profile, users: { confirmation: true } });
    const { galley } = opened;
    await post(opened, "local/register", { username: "bob", email: "b@a.org", password: PASSWORD });
    const again = await post(opened, "send-email-confirmation", { email: "B@A.org" });
    expect([again.status, again.body]).toEqual([200, { email: "b@a.org", sent: true }]);
    await expect.poll(() => galley.outbox.list({ to: "B@a.org" }).length).toBe(2);
    const [first, second] = galley.outbox.list().map(({ text }) => codeIn(text));
    expect((await confirm(opened, String(first))).status).toBe(400);
    const answer = await confirm(opened, String(second));
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  });

  it.each([
    ["", "confirmation is a required field"],
    ["?confirmation=", "confirmation is a required field"],
    ["?confirmation=zz", "Invalid token"],
    ["?confirmation[a]=1", "confirmation must be a `string` type"],
  ])("refuses to confirm by %j", async (query, message) => {
    const { ask } = await openUsers({ profile });
    const { status, body } = await ask("GET", `/api/auth/email-confirmation${query}`, undefined, null);
    expect([status, body.error.name, body.error.message]).toEqual([
      400,
      "ValidationError",
      expect.stringContaining(message),
    ]);
  });

  it("sends the code for a forgotten password to its user", async () => {
    const opened = await openUsers({ profile, users: { resetUrl: "https://front.example.org/reset?a=1" } });
    const { galley, signUp, signIn } = opened;
    await signUp("ann");
    expect((await post(opened, "forgot-password", { email: "ANN@example.org" })).body).toEqual({ ok: true });
    const { subject, text } = await galley.outbox.waitFor({ to: "ann@example.org" });
    expect([subject, text]).toEqual([
      "Reset password",
      expect.stringContaining("https://front.example.org/reset?a=1&code="),
    ]);
    const reset = { code: codeIn(text), password: "another", passwordConfirmation: "another" };
    expect((await post(opened, "reset-password", reset)).status).toBe(200);
    expect((await signIn("ann", "another")).status).toBe(200);
  });

  it("is sent by a mail server, whose refusals are not revealed to strangers", async () => {
    const { taken, url } = await smtpServer();
    const opened = await openUsers({
      profile,
      users: { confirmation: true },
      url: "https://api.example.org",
      mail: { smtp: url, from: "Blog <blog@a.org>", replyTo: "help@a.org" },
    });
    await post(opened, "local/register", { username: "bob", email: "b@a.org", password: PASSWORD });
    const [message = ""] = taken;
    expect(message).toMatch(/^From: Blog <blog@a.org>$/m);
    expect(message).toMatch(/^Reply-To: help@a.org$/m);
    const code = codeIn(message.replace(/=\r\n/g, "").replaceAll("=3D", "="));
    expect((await confirm(opened, code)).status).toBe(302);
    expect([message.includes("https://api.example.org/api/auth/"), opened.galley.outbox.list()]).toEqual([true, []]);

    const refusing = await smtpServer(true);
    const errors: string[] = [];
    const logger = { info: () => {}, warn: () => {}, error: (_: object, text: string) => errors.push(text) };
    const other = await openUsers({ profile, users: { confirmation: true }, mail: { smtp: refusing.url }, logger });
    const answer = await post(other, "local/register", { username: "bob", email: "b@a.org", password: PASSWORD });
    expect([answer.status, answer.body.error.message]).toEqual([400, "Error sending confirmation email"]);
    expect(errors).toContain("A code to confirm an address was not sent");
  });

  it("is not sent at all where it is switched off: no code is made either", async () => {
    const opened = await openUsers({ profile, mail: false });
    const { user } = await opened.signUp("ann");
    await post(opened, "forgot-password", { email: "ann@example.org" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [stored] = await opened.galley.documents("plugin::users-permissions.user").findMany();
    expect([opened.galley.outbox.list(), stored?.updatedAt]).toEqual([[], user.updatedAt]);
  });
});

describe("a request for a code to confirm an address", () => {
  it("learns nothing of accounts, but in the profile strapi", async () => {
    for (const profile of ["contract", "strapi"] as const) {
      const opened = await openUsers({ profile });
      await opened.signUp("ann");
      await opened.signUp("bob");
      await opened.ask("PUT", "/api/users/2", '{"blocked":true,"confirmed":false}');
      const told = async (email: string) => {
        const { status, body } = await post(opened, "send-email-confirmation", { email });
        return [status, body.error?.message ?? body.sent];
      };
      const answers = [await told("Nobody@example.org"), await told("ann@example.org"), await told("bob@example.org")];
      const sent = [200, true];
      expect(answers).toEqual(
        profile === "strapi" ? [sent, [400, "Already confirmed"], [400, "User blocked"]] : [sent, sent, sent],
      );
      expect(opened.galley.outbox.list()).toEqual([]);
    }
  });

  it("is refused for an invalid address", async () => {
    const opened = await openUsers();
    for (const [body, message] of [
      [{}, "email is a required field"],
      [{ email: "x" }, "email must be a valid email"],
    ] as const) {
      const answer = await post(opened, "send-email-confirmation", body);
      expect([answer.status, answer.body.error.message]).toEqual([400, message]);
    }
  });
});

describe("the outbox", () => {
  it("is read and emptied over HTTP where tests control the galley, of each fork by itself", async () => {
    const opened = await openUsers({ control: true });
    await opened.signUp("ann");
    const ask = async (method: string, query: string, fork?: string) => {
      const headers = { authorization: "Bearer full", ...(fork !== undefined && { "x-galley-fork": fork }) };
      const answer = await opened.galley.fetch(`/__galley/outbox${query}`, { method, headers });
      return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
    };
    await opened.ask("POST", "/__galley/forks", '{"name":"other"}');
    await post(opened, "forgot-password", { email: "ann@example.org" });
    const waited = await ask("GET", "?to=ann@example.org&timeout=1000");
    expect(waited.body).toEqual({ data: [expect.objectContaining({ to: "ann@example.org", at: expect.any(String) })] });
    expect((await ask("GET", "", "other")).body).toEqual({ data: [] });
    expect((await ask("GET", "?to=bob@example.org&timeout=1")).status).toBe(417);
    expect((await ask("GET", "?form=x")).status).toBe(400);
    expect((await ask("GET", "?timeout=x")).status).toBe(400);
    expect((await ask("DELETE", "")).status).toBe(204);
    expect((await ask("GET", "")).body).toEqual({ data: [] });
  });

  it("is reset with everything else, and reports what it waited for", async () => {
    const opened = await openUsers();
    await opened.signUp("ann");
    await post(opened, "forgot-password", { email: "ann@example.org" });
    await opened.galley.outbox.waitFor();
    await opened.galley.reset();
    await expect(opened.galley.outbox.waitFor({ to: "x@a.org" }, { timeout: 1 })).rejects.toThrow(
      "No mail to x@a.org was sent within 1 ms",
    );
  });
});

it("signs up with attributes that the configuration allows, and no others", async () => {
  const opened = await openUsers({ users: { allowedFields: ["blocked"] } });
  const who = { username: "bob", email: "b@a.org", password: PASSWORD };
  expect((await post(opened, "local/register", { ...who, blocked: true })).body.user.blocked).toBe(true);
  const refused = await post(opened, "local/register", { ...who, blocked: true, role: 1 });
  expect([refused.status, refused.body.error.message]).toEqual([400, "Invalid parameters: role"]);
  const sneaky = await openUsers({ users: { allowedFields: ["confirmed", "provider"], confirmation: true } });
  const { body } = await post(sneaky, "local/register", { ...who, confirmed: true, provider: "x" });
  expect(body.user).toMatchObject({ confirmed: false, provider: "local" });
});

it("confirms an address over GraphQL too", async () => {
  const opened = await openUsers({ graphql: true, users: { confirmation: true } });
  const ask = async (query: string) => (await opened.ask("POST", "/graphql", { query }, null)).body;
  const signUp = `mutation { register(input: { username: "bob", email: "b@a.org", password: "secret word" }) { jwt user { confirmed } } }`;
  expect(await ask(signUp)).toEqual({ data: { register: { jwt: null, user: { confirmed: false } } } });
  const code = codeIn(opened.galley.outbox.list()[0]?.text);
  const told = await ask(`mutation { emailConfirmation(confirmation: "${code}") { jwt user { username confirmed } } }`);
  expect(told.data.emailConfirmation).toEqual({ jwt: expect.any(String), user: { username: "bob", confirmed: true } });
});

it("names every fault of the settings", async () => {
  const options = { schema: schemaOf({}), mail: { smtp: "mail.example.org" }, url: "example.org" };
  await expect(createGalley(options)).rejects.toThrow(/mail\.smtp.*must be a URL of smtp[\s\S]*url.*absolute URL/);
});
