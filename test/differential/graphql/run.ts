/**
 * Compares Galley in the profile `strapi` with a real Strapi by random operations over GraphQL, reads and writes, on the
 * content types of graphql.json, starting both. Prints what differs and how many agree; exits with 1 when an
 * answer differs without a name.
 *
 * SEED (1), COUNT (500) of operations, ONLY (none): print this operation of the run and both answers.
 */
import { setTimeout as wait } from "node:timers/promises";
import { defineSchema } from "../../../engine/internal.ts";
import { buildSchema } from "../../../transport/parts/graphql/schema/build-schema.ts";
import { typeName } from "../../../transport/parts/graphql/schema/names.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { Random } from "../../support/random.ts";
import { type Difference, differences } from "../../support/vectors/differences.ts";
import { GraphqlNames } from "../../support/vectors/names/graphql-names.ts";
import { authorization } from "../../support/vectors/play/credentials.ts";
import { exchange } from "../../support/vectors/play/exchange.ts";
import type { Server } from "../../support/vectors/play/server.ts";
import { startPeer } from "../../support/vectors/start-peer.ts";
import { startRecordedServer } from "../../support/vectors/start-server.ts";
import { valueAt } from "../../support/vectors/value-at.ts";
import { graphqlVectors } from "../../support/vectors/vector-file.ts";
import { comparable } from "../comparable.ts";
import { nameOf } from "../named-difference.ts";
import { Pairs } from "../pairs.ts";
import { type DrawnOperation, DrawOperation } from "./draw-operation.ts";
import { NAMED_DIFFERENCES } from "./named-differences.ts";

const { SEED = "1", COUNT = "500", ONLY } = process.env;

const vectors = graphqlVectors();
const schema = defineSchema(schemaOf(vectors.types, vectors.components));
const graphql = buildSchema(schema);
const pairs = new Pairs();
const peer = await startPeer(vectors);
const real: Server = peer.server;
const running = await startRecordedServer(vectors, "strapi");
const galley = running.server;

await fill();
const counts = new Map<string, number>();
for (let number = 0; number < Number(COUNT); number++) await compare(number);
await running.close();
await peer.close();

const agreed = counts.get("agree") ?? 0;
const unnamed = counts.get("not named") ?? 0;
console.log(`seed ${SEED}: agree ${agreed} of ${COUNT}`);
for (const [name, count] of counts) if (name !== "agree") console.log(`  ${count} ${name}`);
process.exitCode = unnamed === 0 ? 0 : 1;

/** Writes the recorded content to both servers, and remembers which documents are the same. */
async function fill(): Promise<void> {
  const names = [new GraphqlNames(), new GraphqlNames()] as const;
  for (const { as, method, path, body } of vectors.setup) {
    await wait(2);
    const [id, other] = await Promise.all(
      [real, galley].map(async (server, at) => {
        const own = names[at] ?? names[0];
        const headers = { ...authorization(server, "full"), "content-type": "application/json" };
        const text = Buffer.from(own.fill(JSON.stringify(body)));
        const answer = await exchange(server.url, { method, path: own.fill(path), headers, body: text });
        if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
        const documentId = valueAt(answer.body, "data.documentId");
        if (as !== undefined) own.save(as, documentId);
        return String(documentId);
      }),
    );
    const type = [...schema.types.values()].find(({ pluralName, singularName }) =>
      [pluralName, singularName].includes(path.split(/[/?]/)[2] ?? ""),
    );
    if (type !== undefined && method === "POST") pairs.add(typeName(type), id ?? "", other ?? "");
  }
}

async function compare(number: number): Promise<void> {
  const random = new Random(`${SEED}:${number}`);
  const draw = new DrawOperation({ random, graphql, schema, idsOf: (type) => pairs.of(type) });
  const operation = draw[random.one(["query", "query", "query", "mutation", "mutation", "spoiled"] as const)]();
  const isWrite = operation.query.startsWith("mutation");
  const auth = random.one(["full", "full", "full", "none", "read"] as const);
  const [theirs, ours] = await Promise.all([ask("real", operation, auth), ask("galley", operation, auth)]);
  if (isWrite) {
    learn(operation, theirs.body, ours.body);
    // So that the next write has a later time.
    await wait(3);
  }
  const found = differences(comparable(theirs, pairs), comparable(ours, pairs));
  if (ONLY === String(number)) console.log(JSON.stringify({ ...operation, auth, theirs, ours }, null, 1));
  const name =
    found.length === 0
      ? "agree"
      : (nameOf(NAMED_DIFFERENCES, found, `${operation.query} ${JSON.stringify(operation.variables)}`) ?? "not named");
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (name === "not named" && ONLY === undefined) show(number, operation, auth, found);
}

async function ask(which: "real" | "galley", operation: DrawnOperation, auth: "full" | "read" | "none") {
  const server = which === "real" ? real : galley;
  const { status, body, text } = await exchange(server.url, {
    method: "POST",
    path: "/graphql",
    headers: { ...authorization(server, auth), "content-type": "application/json" },
    body: Buffer.from(pairs.fill(JSON.stringify(operation), which)),
  });
  return { status, body: body ?? text };
}

/** Documents that both servers have just created. */
function learn({ query }: DrawnOperation, theirs: unknown, ours: unknown): void {
  for (const [, key = "", type = ""] of query.matchAll(/(\w+): create(\w+)\(/g)) {
    const ids = [theirs, ours].map((body) => valueAt(body, `data.${key}.documentId`));
    if (ids.every((id) => typeof id === "string")) pairs.add(type, ...(ids as [string, string]));
  }
}

function show(number: number, { query, variables }: DrawnOperation, auth: string, found: readonly Difference[]): void {
  console.log(`\n#${number} (${auth}) ${query} ${JSON.stringify(variables)}`);
  for (const { path, expected, actual } of found.slice(0, 4)) {
    console.log(`  ${path}: real ${brief(expected)}, Galley ${brief(actual)}`);
  }
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 400);
}
