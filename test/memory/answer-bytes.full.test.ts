import { expect, it } from "vitest";
import { withJson } from "../support/requests/json.ts";
import { bundleServer, type StartedServer, startServer } from "../support/servers/start-server.ts";
import type { Used } from "./server.ts";

const names = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(" ");

const PAGE = "pagination: { limit: 100 }";

/** Short questions whose answers would have hundreds of megabytes, by the posts and the length of bodies they are put to. */
const LONG_BODIES = [
  `{ posts(${PAGE}) { author { posts(${PAGE}) { body } } } }`,
  `{ ${names(100, (at) => `a${at}: posts(${PAGE}) { body }`)} }`,
  `{ posts_connection(${PAGE}) { ${names(50, (at) => `n${at}: nodes { body }`)} } }`,
  // Answered field by field, as one field has an error.
  `{ secret(documentId: "none") { word } ${names(100, (at) => `a${at}: posts(${PAGE}) { body }`)} }`,
];
/** The cost of so many fields is refused before any of them is written. */
const MANY_POSTS = [`{ posts(pagination: { limit: 20000 }) { ${names(60, (at) => `b${at}: body`)} } }`];

const used = (server: StartedServer) => server.ask("used") as Promise<Used>;

async function ask(url: string, query: string) {
  const response = await fetch(`${url}/graphql`, withJson("POST", { query }));
  return { status: response.status, text: await response.text() };
}

/** In MiB, and in seconds of the processor: what one question after the other takes, and that two at once are refused too. */
async function costs(server: StartedServer, questions: readonly string[], limit: string) {
  const found: { memory: number; processor: number }[] = [];
  await ask(server.url, "{ posts { title } }");
  for (const question of questions) {
    const before = await used(server);
    await refused(server, question, limit);
    const after = await used(server);
    const memory = (after.peak - before.memory) / 1_048_576;
    found.push({ memory, processor: (after.processor - before.processor) / 1000 });
    await Promise.all([refused(server, question, limit), refused(server, question, limit)]);
  }
  return found;
}

async function refused(server: StartedServer, question: string, limit: string): Promise<void> {
  const { status, text } = await ask(server.url, question);
  expect(status).toBe(400);
  // Entries behind entries are charged as work by their size, so that they may reach that limit first.
  const [{ message, extensions }] = JSON.parse(text).errors;
  expect(["work", limit]).toContain(extensions.limit);
  expect(extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  expect(message).toContain(extensions.limit === "work" ? "units of work" : "33554432 bytes of the answer");
}

it.each([
  ["contract", 1024, [100, 90_000], LONG_BODIES, "answerBytes"],
  ["strapi", 512, [100, 90_000], LONG_BODIES, "answerBytes"],
  ["strapi", 512, [20_000, 600], MANY_POSTS, "work"],
] as const)("in profile %s, an answer beyond answerBytes never takes 128 MB of a heap of %i MB", async (...given) => {
  const [profile, heap, content, questions, limit] = given;
  const program = await bundleServer(new URL("./server.ts", import.meta.url));
  const server = await startServer(program, [profile, ...content].map(String), {
    execArgv: [`--max-old-space-size=${heap}`],
  });
  for (const { memory, processor } of await costs(server, questions, limit)) {
    expect(memory).toBeLessThan(128);
    expect(processor).toBeLessThan(3);
  }
});
