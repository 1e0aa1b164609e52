import { existsSync } from "node:fs";
import { join } from "node:path";
import { contentsOf } from "../../twin/diff/contents.ts";
import { type ContentDifference, diffContents, diffSchemas } from "../../twin/diff/diff-contents.ts";
import { scrubKeyIn } from "../../twin/output/scrub-key.ts";
import type { Pulled } from "../../twin/pull/pulled.ts";
import { numberText } from "../../twin/pull/report.ts";
import { Scrubber } from "../../twin/scrub/scrubber.ts";
import { StandIns } from "../../twin/scrub/stand-ins.ts";
import { Upstream } from "../../twin/source/upstream.ts";
import { pullIntoMemory } from "../../twin/verify/fresh-twin.ts";
import { valueText } from "../../twin/verify/verify-report.ts";
import type { Environment } from "../command.ts";
import { openBeside } from "../content/open-beside.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";
import { scrubOf } from "./pull.ts";
import { countOf, exitCodeOf, namesOf, otherSourceOf, sourceOf } from "./source-of.ts";

/** `galley diff A B`: what B has otherwise than A. */
export function diff(args: Arguments, environment: Environment): Promise<number> {
  return exitCodeOf(() => diffContent(args, environment));
}

async function diffContent(args: Arguments, environment: Environment): Promise<number> {
  const [first, second] = args.operands;
  if (first === undefined || second === undefined)
    throw new UsageError("diff needs two contents: galley diff https://cms.example.com ./twin");
  const types = namesOf(args, "types");
  const upstream = await sourceOf(args, environment, first);
  const isTwin = existsSync(join(second, "pull.json"));
  const scrubber = isTwin ? await scrubberOf(args, second) : null;
  const a = await pullIntoMemory({ upstream, types, schema: args.text("schema") }, scrubber);
  const b = await otherPull(args, environment, second, types);
  const schemas = diffSchemas(a.types.schema, b.types.schema);
  const before = await contentsOf(a, isTwin);
  const found = diffContents(before, await contentsOf(b, isTwin));
  const lines = args.isOn("json")
    ? [JSON.stringify({ versions: before.size, types: schemas, differences: found }, null, 2)]
    : linesOf(schemas, found, before.size, countOf(args, "max") ?? 100);
  process.stdout.write(`${lines.join("\n")}\n`);
  return schemas.length + found.length > 0 ? 1 : 0;
}

/** The scrubber that made a twin. */
async function scrubberOf(args: Arguments, twin: string): Promise<Scrubber> {
  return new Scrubber(new StandIns((await scrubKeyIn(twin)).bytes), await scrubOf(args, twin));
}

/** A folder is served for the time of the pull, to nobody without the token of this run. */
async function otherPull(
  args: Arguments,
  environment: Environment,
  second: string,
  types: readonly string[] | undefined,
): Promise<Pulled> {
  if (/^https?:\/\//.test(second))
    return pullIntoMemory({ upstream: await otherSourceOf(args, environment, second), types });
  const { galley, prefix, token } = await openBeside(second, environment);
  try {
    const { url } = await galley.listen({ port: 0 });
    return await pullIntoMemory({ upstream: new Upstream(`${new URL(url).origin}${prefix}`, { token }), types });
  } finally {
    await galley.close();
  }
}

const SIGNS = { added: "+", gone: "-", changed: "~" } as const;

function linesOf(
  schemas: readonly string[],
  found: readonly ContentDifference[],
  versions: number,
  max: number,
): readonly string[] {
  const lines = [...schemas];
  for (const { kind, type, documentId, locale, status, path, before, after } of found.slice(0, max)) {
    lines.push([SIGNS[kind], type, documentId, ...(locale === null ? [] : [locale]), status, path].join(" ").trimEnd());
    if (kind === "changed") lines.push(`    - ${valueText(before)}`, `    + ${valueText(after)}`);
  }
  if (found.length > max) lines.push(`and ${numberText(found.length - max)} more`);
  const counts = (["changed", "added", "gone"] as const).map((kind) => {
    const keys = found
      .filter((each) => each.kind === kind)
      .map((each) => `${each.type} ${each.documentId} ${each.locale} ${each.status}`);
    return `${numberText(new Set(keys).size)} ${kind}`;
  });
  lines.push(`${counts.join(", ")} of ${numberText(versions)} versions`);
  return lines;
}
