import { setTimeout as wait } from "node:timers/promises";
import { differences } from "../differences.ts";
import type { GraphqlCase, GraphqlVectors, TransportCase } from "../graphql-format.ts";
import { GraphqlNames } from "../names/graphql-names.ts";
import type { Outcome } from "../outcome.ts";
import { valueAt } from "../value-at.ts";
import { authorization } from "./credentials.ts";
import { type Answer, exchange, namedHeaders } from "./exchange.ts";
import type { Server } from "./server.ts";

/**
 * Fills an empty server over REST, then plays every case in the order of the file, and the raw requests as the group
 * `transport`. Set-up steps that fail are outcomes too, in the group `setup`.
 */
export async function playGraphql(
  vectors: GraphqlVectors,
  server: Server,
  wanted: (group: string) => boolean = () => true,
): Promise<Outcome[]> {
  const names = new GraphqlNames();
  const outcomes: Outcome[] = [];
  for (const step of vectors.setup) {
    const failed = await setUp(step, names, server);
    if (failed !== null) outcomes.push(failed);
  }
  for (const each of vectors.cases) if (wanted(each.group)) outcomes.push(await playCase(each, names, server));
  for (const each of vectors.transport) if (wanted("transport")) outcomes.push(await playRaw(each, names, server));
  return outcomes;
}

async function setUp(
  { as, method, path, body }: GraphqlVectors["setup"][number],
  names: GraphqlNames,
  server: Server,
): Promise<Outcome | null> {
  // Some cases compare when versions were updated.
  await wait(2);
  const request = `${method} ${names.fill(path)}`;
  const answer = await exchange(server.url, {
    method,
    path: names.fill(path),
    headers: { ...authorization(server, "full"), "content-type": "application/json" },
    body: Buffer.from(names.fill(JSON.stringify(body))),
  });
  if (as !== undefined) names.save(as, valueAt(answer.body, "data.documentId"));
  if (answer.status === 200 || answer.status === 201) return null;
  const difference = { path: "answer", expected: "200 or 201", actual: answer.body ?? answer.text };
  return { group: "setup", name: as ?? request, request, differences: [difference] };
}

async function playCase(each: GraphqlCase, names: GraphqlNames, server: Server): Promise<Outcome> {
  const { group, name, auth, query, variables, operationName, save = {}, expect } = each;
  const answer = await exchange(server.url, {
    method: "POST",
    path: "/graphql",
    headers: { ...authorization(server, auth), "content-type": "application/json" },
    body: Buffer.from(names.fill(JSON.stringify({ query, variables, operationName }))),
  });
  for (const [saved, path] of Object.entries(save)) names.save(saved, valueAt(answer.body, path));
  const actual = { status: answer.status, body: names.normalise(bodyOf(answer), expect.body) };
  const request = `${names.fill(query)} (${auth})`;
  return { group, name, request, differences: differences(expect, actual), answers: [actual] };
}

async function playRaw(each: TransportCase, names: GraphqlNames, server: Server): Promise<Outcome> {
  const { name, auth, request, pad, expect } = each;
  const text = pad === undefined ? request.body : JSON.stringify({ query: "{ __typename }", pad: "a".repeat(pad) });
  const answer = await exchange(server.url, {
    method: request.method,
    path: request.path,
    headers: { ...authorization(server, auth), ...request.headers },
    body: text === undefined ? null : Buffer.from(text),
  });
  const body = names.normalise(bodyOf(answer), expect.body);
  const actual = { status: answer.status, ...namedHeaders(expect, answer), body };
  const asked = `${request.method} ${request.path} (${auth})`;
  const found = differences(expect, actual);
  return { group: "transport", name, request: asked, differences: found, answers: [actual] };
}

function bodyOf({ body, text }: Answer): unknown {
  return body === undefined ? text : body;
}
