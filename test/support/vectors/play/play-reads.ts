import { setTimeout as wait } from "node:timers/promises";
import { differences, isRecord } from "../differences.ts";
import type { Expected, ReadCase, ReadVectors, SetupStep } from "../format.ts";
import { Aliases } from "../names/aliases.ts";
import type { Outcome } from "../outcome.ts";
import { authorization } from "./credentials.ts";
import { type Answer, exchange, namedHeaders } from "./exchange.ts";
import { MULTIPART_TYPE, multipart } from "./multipart.ts";
import type { Server } from "./server.ts";

/**
 * Fills an empty server by the set-up steps, then plays every case whose group `wanted` names. Set-up steps that fail
 * are outcomes too, in the group `setup`: later cases differ for their sake.
 */
export async function playReads(
  vectors: ReadVectors,
  server: Server,
  wanted: (group: string) => boolean = () => true,
): Promise<Outcome[]> {
  const aliases = new Aliases();
  const outcomes: Outcome[] = [];
  for (const step of vectors.setup) {
    const failed = await setUp(step, aliases, server);
    if (failed !== null) outcomes.push(failed);
  }
  for (const read of vectors.cases) {
    if (wanted(read.group)) outcomes.push(await playCase(read, aliases, server));
  }
  return outcomes;
}

async function setUp(step: SetupStep, aliases: Aliases, server: Server): Promise<Outcome | null> {
  // Some cases sort by createdAt and updatedAt.
  await wait(2);
  const request = `${step.method} ${aliases.fill(step.path)}`;
  const answer = await send(step, aliases, server);
  const document = documentOf(answer.body);
  if (document !== null) aliases.bind(step.as, document);
  if (answer.status === 200 || answer.status === 201) return null;
  return {
    group: "setup",
    name: step.as ?? request,
    request,
    differences: [{ path: "answer", expected: "200 or 201", actual: answer.body ?? answer.text }],
  };
}

function send(step: SetupStep, aliases: Aliases, server: Server): Promise<Answer> {
  const json = step.multipart === undefined;
  return exchange(server.url, {
    method: step.method,
    path: aliases.fill(step.path),
    headers: {
      ...authorization(server, step.auth),
      "content-type": json ? "application/json" : MULTIPART_TYPE,
    },
    body: json ? Buffer.from(JSON.stringify(aliases.fillBody(step.body))) : multipart(step.multipart),
  });
}

/** The document an answer holds; of an upload, which answers a list, the first file. */
function documentOf(body: unknown): { documentId: string; id: number } | null {
  const found = Array.isArray(body) ? body[0] : isRecord(body) ? body.data : null;
  if (!isRecord(found) || typeof found.documentId !== "string" || typeof found.id !== "number") return null;
  return { documentId: found.documentId, id: found.id };
}

async function playCase(read: ReadCase, aliases: Aliases, server: Server): Promise<Outcome> {
  const { group, name } = read;
  const path = aliases.fill(read.path);
  const request = `${read.method} ${path}`;
  const headers = authorization(server, read.auth);
  const answer = await exchange(server.url, { method: read.method, path, headers, body: null });
  const actual: Expected = {
    status: answer.status,
    ...namedHeaders(read.expect, answer),
    body: answer.body === undefined ? answer.text : aliases.normalise(answer.body),
  };
  const found = differences(read.expect, actual);
  return { group, name, request: `${request} (${read.auth})`, differences: found, answers: [actual] };
}
