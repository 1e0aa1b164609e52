import { isDeepStrictEqual } from "node:util";
import type { Galley } from "../../../../../transport/galley.ts";
import { FULL_TOKEN } from "../../../../support/servers/open-archive.ts";
import type { Peer } from "./peer.ts";
import type { Question } from "./questions.ts";

/**
 * Asks Galley and a real Strapi with the same content the same, and prints where their answers differ; numeric ids aside,
 * since an import gives every row a new one. Returns how many differ beside the exceptions, which are paths.
 */
export async function compareAnswers(
  galley: Galley,
  strapi: Readonly<Record<Question["caller"], Peer>>,
  questions: readonly Question[],
  exceptions: ReadonlySet<string> = new Set(),
): Promise<number> {
  let different = 0;
  for (const { path, caller } of questions) {
    const headers = caller === "full" ? { authorization: `Bearer ${FULL_TOKEN}` } : {};
    const [here, there] = await Promise.all([
      galley.fetch(`http://galley${path}`, { headers }),
      strapi[caller].fetch(path),
    ]);
    const answers = [here, there].map(async (answer) => ({
      status: answer.status,
      body: withoutIds(await answer.json()),
    }));
    const [ours, theirs] = await Promise.all(answers);
    if (isDeepStrictEqual(ours, theirs) || exceptions.has(path)) continue;
    different += 1;
    process.stdout.write(`${caller} ${path}\n  here  ${JSON.stringify(ours)}\n  there ${JSON.stringify(theirs)}\n`);
  }
  process.stdout.write(
    `${questions.length - different} of ${questions.length} answers are the same, or named exceptions\n`,
  );
  return different;
}

/** Without the numeric ids of entries and components. */
export function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (key === "id" ? [] : [[key, withoutIds(each)]])),
  );
}
