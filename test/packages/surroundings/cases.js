/**
 * The duties of a galley in every surroundings: tests by name, with nothing imported, so that each runner can take them
 * in its own module system. Each compares the stored data with the sent data.
 */
const TOKEN = { authorization: "Bearer secret" };
const JSON_TYPE = { "content-type": "application/json" };
const TEXT = "Crème brûlée 🍮";
const BYTES = [0, 1, 127, 128, 255, 13, 10, 0];

const OPTIONS = {
  schema: {
    contentTypes: {
      "api::post.post": {
        info: { singularName: "post", pluralName: "posts", displayName: "Post" },
        attributes: { title: { type: "string", required: true }, day: { type: "datetime" } },
      },
    },
  },
  users: true,
  cors: "*",
  roles: { public: { "*": ["find", "findOne"] } },
  tokens: [{ name: "tests", token: "secret", access: "full-access" }],
};

function same(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

/** @returns bodies of a write by the name of their kind; kinds that the surroundings lack are left out. */
function bodiesOf(text) {
  const bytes = new Uint8Array(Buffer.from(text));
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7));
        controller.close();
      },
    });
  const kinds = {
    string: () => text,
    Uint8Array: () => bytes,
    Buffer: () => Buffer.from(text),
    ArrayBuffer: () => bytes.slice().buffer,
    DataView: () => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    Blob: () => new Blob([text]),
    File: () => new File([text], "post.json"),
    ReadableStream: stream,
  };
  return Object.entries(kinds).filter(([name]) => globalThis[name === "string" ? "String" : name] !== undefined);
}

/** The tests of one way to reach a galley: `ask` is a fetch that takes paths. */
function casesOfWay(galley, way, ask) {
  const posts = async () =>
    (await galley().documents("api::post.post").findMany({ sort: "id" })).map((post) => post.title);
  const send = (method, path, body, headers = JSON_TYPE) =>
    ask(path, { method, headers: { ...TOKEN, ...headers }, body, ...(isStream(body) && { duplex: "half" }) });
  const created = async (title) =>
    (await (await send("POST", "/api/posts", JSON.stringify({ data: { title } }))).json()).data;
  const cases = {
    "GET reads": async () => {
      await galley()
        .documents("api::post.post")
        .create({ data: { title: TEXT } });
      const response = await ask("/api/posts");
      same([response.status, (await response.json()).data.map(({ title }) => title)], [200, [TEXT]], "answer");
    },
    "PUT changes": async () => {
      const { documentId } = await created("before");
      const response = await send("PUT", `/api/posts/${documentId}`, JSON.stringify({ data: { title: TEXT } }));
      same([response.status, await posts()], [200, [TEXT]], "stored");
    },
    "DELETE deletes": async () => {
      const { documentId } = await created("gone");
      const response = await ask(`/api/posts/${documentId}`, { method: "DELETE", headers: TOKEN });
      same([response.ok, await posts()], [true, []], "stored");
    },
    "a user signs up, in, and is known": async () => {
      const user = { username: "ada", email: "ada@example.com", password: "a long password" };
      await ask("/api/auth/local/register", { method: "POST", headers: JSON_TYPE, body: JSON.stringify(user) });
      const form = new URLSearchParams({ identifier: "ada", password: user.password });
      for (const [headers, body] of [
        [JSON_TYPE, JSON.stringify({ identifier: "ada", password: user.password })],
        [{ "content-type": "application/x-www-form-urlencoded" }, String(form)],
      ]) {
        const response = await ask("/api/auth/local", { method: "POST", headers, body });
        same((await response.json()).user?.username, "ada", `sign-in by ${headers["content-type"]}`);
      }
    },
    "URLSearchParams sign in": async () => {
      const user = { username: "ada", email: "ada@example.com", password: "a long password" };
      await galley().documents("plugin::users-permissions.user").create({ data: user });
      const body = new URLSearchParams({ identifier: "ada", password: user.password });
      const response = await ask("/api/auth/local", { method: "POST", body });
      same((await response.json()).user?.username, "ada", "sign-in");
    },
    "a FormData uploads": async () => {
      const form = new FormData();
      form.append("fileInfo", JSON.stringify({ name: "brûlée.bin", caption: TEXT }));
      form.append("files", new Blob([new Uint8Array(BYTES)], { type: "application/octet-stream" }), "pudding.bin");
      const response = await ask("/api/upload", { method: "POST", headers: TOKEN, body: form });
      const answer = await response.json();
      same([response.status, answer[0]?.name, answer[0]?.caption], [201, "brûlée.bin", TEXT], "answer");
      const stored = new Uint8Array(await (await galley().fetch(answer[0].url)).arrayBuffer());
      same([...stored], BYTES, "stored");
    },
    "an aborted request rejects": async () => {
      const controller = new AbortController();
      controller.abort();
      const body = JSON.stringify({ data: { title: "never" } });
      const init = { method: "POST", headers: { ...TOKEN, ...JSON_TYPE }, body, signal: controller.signal };
      const error = await ask("/api/posts", init).then(
        () => null,
        (thrown) => thrown,
      );
      same([error?.name, await posts()], ["AbortError", []], "aborted");
    },
    "a Request is taken": async () => {
      const body = JSON.stringify({ data: { title: TEXT } });
      const init = { method: "POST", headers: { ...TOKEN, ...JSON_TYPE }, body };
      same([(await ask.request("/api/posts", init)).status, await posts()], [201, [TEXT]], "stored");
    },
  };
  for (const [kind, make] of bodiesOf(JSON.stringify({ data: { title: TEXT, day: "2026-02-03T04:05:06.000Z" } }))) {
    cases[`POST of ${kind}`] = async () => {
      const response = await send("POST", "/api/posts", make());
      same([response.status, await posts()], [201, [TEXT]], "stored");
    };
  }
  if (globalThis.Request === undefined) delete cases["a Request is taken"];
  const leftOut = [...(way !== "galley.fetch" && isJsdom() ? SENT_AS_TEXT : []), ...exceptions(way)];
  return Object.entries(cases)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, run]) => [`${way}: ${name}`, run]);
}

/** jsdom has its own FormData and Blob, but no fetch: Node's sends them as "[object FormData]" before anyone can answer. */
const SENT_AS_TEXT = ["a FormData uploads", "POST of Blob", "POST of File"];

/** The cases that a row of table.ts leaves out: of all ways, or of one. */
function exceptions(way) {
  const named = (globalThis.process?.env.LEFT_OUT ?? "").split("; ");
  return named.map((each) => (each.startsWith(`${way}: `) ? each.slice(way.length + 2) : each));
}

function isJsdom() {
  return globalThis.navigator?.userAgent?.includes("jsdom") === true;
}

function isStream(body) {
  return typeof body === "object" && body !== null && "getReader" in body;
}

/**
 * @param use `createGalley`, and if they are there `galleyHandlers` with `setupServer` of MSW.
 * @returns names with functions that reject where something is stored in another way than it was sent.
 */
function surroundingCases({ createGalley, galleyHandlers, setupServer }) {
  const isolated = (name, connect) => {
    let galley = null;
    const ask = (path, init) => ask.through(path, init);
    return casesOfWay(() => galley, name, ask).map(([title, run]) => [
      title,
      async () => {
        galley = await createGalley(OPTIONS);
        const { through, request, end } = await connect(galley);
        Object.assign(ask, { through, request });
        try {
          await run();
        } finally {
          await end?.();
          await galley.close();
        }
      },
    ]);
  };
  const from = (origin, end) => ({
    through: (path, init) => fetch(origin + path, init),
    request: (path, init) => fetch(new Request(origin + path, init)),
    end,
  });
  const ways = isolated("galley.fetch", async (galley) => ({
    through: galley.fetch,
    request: (path, init) => galley.fetch(new Request(`http://galley.test${path}`, init)),
  }));
  if (globalThis.fetch === undefined) return ways;
  ways.push(...isolated("listen()", async (galley) => from((await galley.listen()).url)));
  if (setupServer === undefined) return ways;
  const mocked = isolated("galley/msw", async (galley) => {
    const server = setupServer(...galleyHandlers("https://cms.test/base", galley));
    server.listen({ onUnhandledRequest: "error" });
    return from("https://cms.test/base", () => server.close());
  });
  return [...ways, ...mocked];
}

export { OPTIONS, surroundingCases };
