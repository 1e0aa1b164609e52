import { setTimeout as wait } from "node:timers/promises";
import { compareAnswers } from "../compare-answers.ts";
import { type Difference, differences, isRecord } from "../differences.ts";
import type { Expected, OperationStep, ParallelStep, RequestStep, Scenario, Step, WriteVectors } from "../format.ts";
import { Names } from "../names/names.ts";
import type { Outcome } from "../outcome.ts";
import { valueAt } from "../value-at.ts";
import { authorization, hasCredentials } from "./credentials.ts";
import { type Answer, exchange, namedHeaders } from "./exchange.ts";
import { MULTIPART_TYPE, multipart } from "./multipart.ts";
import type { Server } from "./server.ts";

/** Plays every scenario whose group `wanted` names against a server that was empty before the first. */
export async function playWrites(
  vectors: WriteVectors,
  server: Server,
  wanted: (group: string) => boolean = () => true,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const scenario of vectors.scenarios) {
    if (wanted(scenario.group)) outcomes.push(await playScenario(scenario, server));
  }
  return outcomes;
}

/** The request of one step, and how the answer differs from the record. */
interface Played {
  readonly request: string;
  readonly body: unknown;
  /** One, or of steps sent at the same time one each. */
  readonly answers: readonly Expected[];
  readonly differences: readonly Difference[];
}

async function playScenario(scenario: Scenario, server: Server): Promise<Outcome> {
  const { group, name, steps } = scenario;
  const leftOut = missingFor(steps, server);
  if (leftOut !== null) return { group, name, request: "", differences: [], leftOut };
  const names = new Names();
  const played: Played[] = [];
  for (const step of steps) played.push(await playStep(step, names, server));
  const found = played.flatMap((step, index) => step.differences.map((one) => at(index, one)));
  const compared = compareAnswers(
    scenario.compare ?? [],
    played.map(({ body }) => body),
  );
  const first = played.find((step) => step.differences.length > 0) ?? played.at(-1);
  const answers = played.flatMap((step) => step.answers);
  return { group, name, request: first?.request ?? "", differences: [...found, ...compared], answers };
}

const at = (index: number, { path, ...difference }: Difference) => ({ path: `step ${index}: ${path}`, ...difference });

/** The parts that the server lacks for these steps; null when nothing. */
function missingFor(steps: readonly Step[], server: Server): string | null {
  for (const step of steps) {
    if ("op" in step && server.operations === undefined) return "needs the Document Service";
    if ("path" in step && !hasCredentials(server, step.auth)) return `needs the token "${step.auth}"`;
  }
  return null;
}

async function playStep(step: Step, names: Names, server: Server): Promise<Played> {
  if ("par" in step) return playParallel(step, names, server);
  if (step.wait !== undefined) await wait(step.wait);
  const request = "op" in step ? `documents("api::${step.type}.${step.type}").${step.op}` : describe(step, names);
  const answer = "op" in step ? await call(step, names, server) : await send(step, names, server);
  if (step.as !== undefined) names.save(step.as, valueAt(answer.body, "data.documentId"));
  for (const [name, path] of Object.entries(step.save ?? {})) names.save(name, valueAt(answer.body, path));
  const actual = recordOf(answer, step.expect, names);
  return { request, body: answer.body, answers: [actual], differences: judge(step.expect, actual) };
}

const describe = (step: RequestStep, names: Names) =>
  `${step.method} ${names.fillText(step.path)} ${JSON.stringify(names.fill(step.body)) ?? step.rawBody ?? ""}`.trimEnd();

/** Steps sent at the same time: only their statuses count, in any order. */
async function playParallel({ par }: ParallelStep, names: Names, server: Server): Promise<Played> {
  const answers = await Promise.all(par.map((step) => send(step, names, server)));
  const expected = par.map((step) => step.expect.status).sort();
  const actual = answers.map(({ status }) => status).sort();
  const request = par.map((step) => describe(step, names)).join(" & ");
  const records = answers.map(({ status }) => ({ status }));
  return { request, body: undefined, answers: records, differences: differences(expected, actual, "statuses") };
}

function send(step: RequestStep, names: Names, server: Server): Promise<Answer> {
  const body = bodyOf(step, names);
  const headers = Object.entries(step.headers ?? {}).map(([name, value]) => [name, names.fillText(value)]);
  return exchange(server.url, {
    method: step.method,
    path: names.fillText(step.path),
    headers: { ...typeOf(step), ...authorization(server, step.auth, step.scheme), ...Object.fromEntries(headers) },
    body,
  });
}

function typeOf({ body, multipart }: RequestStep): Record<string, string> {
  if (multipart !== undefined) return { "content-type": MULTIPART_TYPE };
  return body === undefined ? {} : { "content-type": "application/json" };
}

function bodyOf({ body, rawBody, rawRepeat, multipart: parts }: RequestStep, names: Names): Buffer | null {
  if (parts !== undefined) {
    return multipart(parts.map((part) => ("value" in part ? { ...part, value: names.fillText(part.value) } : part)));
  }
  if (rawBody !== undefined) {
    return Buffer.from(names.fillText(rawBody).replaceAll("%R", "x".repeat(rawRepeat ?? 0)));
  }
  return body === undefined ? null : Buffer.from(JSON.stringify(names.fill(body)));
}

async function call(step: OperationStep, names: Names, { operations }: Server): Promise<Answer> {
  const params = names.fill(step.params);
  if (operations === undefined || !isRecord(params)) throw new Error("Scenarios with operations are left out before");
  const answered = await operations.call(step.op, `api::${step.type}.${step.type}`, params).then(
    (result) => ({ status: 200, body: { data: result ?? null } }),
    (thrown: unknown) => operations.refusal(thrown),
  );
  // Through JSON text, like the record: undefined values are absent.
  const text = JSON.stringify(answered.body);
  return { status: answered.status, headers: {}, text, body: JSON.parse(text) };
}

/** The answer in the form in which the file holds it. */
function recordOf(answer: Answer, recorded: Expected, names: Names): Expected {
  const content = answer.body === undefined ? { text: answer.text } : { body: names.normalise(answer.body) };
  return { status: answer.status, ...content, ...namedHeaders(recorded, answer) };
}

function judge(expected: Expected, actual: Expected): Difference[] {
  return differences(withSteadyBody(expected), withSteadyBody(actual));
}

function withSteadyBody(record: Expected): Expected {
  return record.body === undefined ? record : { ...record, body: steady(record.body) };
}

const FIXED_SYNTAX_ERRORS = new Set([
  "invalid JSON, only supports object and array",
  "Object contains forbidden prototype property",
]);

/** Without parts that are not worth comparing: the JavaScript engine's messages, and the whole converted data. */
function steady(body: unknown): unknown {
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(body) || !isRecord(error)) return body;
  const engineWords = error.name === "SyntaxError" && !FIXED_SYNTAX_ERRORS.has(String(error.message));
  return { ...body, error: { ...error, ...(engineWords ? { message: "#any" } : {}), ...steadyDetails(error.details) } };
}

function steadyDetails(details: unknown): object {
  if (!isRecord(details) || !Array.isArray(details.errors)) return {};
  const errors = details.errors.map((entry: unknown) => {
    if (!isRecord(entry) || !Array.isArray(entry.path) || entry.path.length > 0) return entry;
    const { value: _, ...rest } = entry;
    return rest;
  });
  return { details: { ...details, errors } };
}
