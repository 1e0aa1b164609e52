import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HookConfig } from "../../../transport/galley.ts";
import { describeViolation } from "../../../transport/testing/contract/violation.ts";
import { type Checked, checkExchanges } from "../../support/openapi/broken-exchanges.ts";
import { describeOutcome } from "../../support/vectors/describe-outcome.ts";
import { type Exception, judge, type Verdict } from "../../support/vectors/exception.ts";
import type { ReadVectors, Types, WriteVectors } from "../../support/vectors/format.ts";
import type { GraphqlVectors } from "../../support/vectors/graphql-format.ts";
import { type Outcome, percentage, summaryOf, titleOf } from "../../support/vectors/outcome.ts";
import { playGraphql } from "../../support/vectors/play/play-graphql.ts";
import { playReads } from "../../support/vectors/play/play-reads.ts";
import { playWrites } from "../../support/vectors/play/play-writes.ts";
import type { Server } from "../../support/vectors/play/server.ts";
import { type Profile, type RecordedServer, startRecordedServer } from "../../support/vectors/start-server.ts";

interface Recording extends Played {
  /** Default: strapi. */
  readonly profile?: Profile;
  /** Hooks around every call. */
  readonly hooks?: HookConfig;
  readonly exceptions: readonly Exception[];
  /** Percentage of the played cases that must be equal, exceptions not counted as equal. */
  readonly atLeast: number;
}

/** The part of a recording that its file gives. */
interface Played {
  readonly types: Types;
  /** Codes of locales beside `en`. */
  readonly locales?: readonly string[];
  readonly groups: readonly string[];
  play(server: Server): Promise<Outcome[]>;
  /** Titles of cases that the percentage is not of: recorded defects. */
  readonly quirks?: ReadonlySet<string>;
}

export function reads(vectors: ReadVectors): Played {
  return { types: vectors, groups: groupsIn(vectors.cases), play: (server) => playReads(vectors, server) };
}

export function writes({ locales = [], ...vectors }: WriteVectors): Played {
  const groups = groupsIn(vectors.scenarios);
  return { types: vectors, locales, groups, play: (server) => playWrites(vectors, server) };
}

export function graphql(vectors: GraphqlVectors): Played {
  const { cases } = vectors;
  const quirks = new Set(cases.filter(({ quirk }) => quirk !== undefined).map(titleOf));
  const groups = [...groupsIn(cases), "transport"];
  return { types: vectors, groups, quirks, play: (server) => playGraphql(vectors, server) };
}

const groupsIn = (cases: readonly { readonly group: string }[]) => [...new Set(cases.map(({ group }) => group))];

/** Plays a whole recording once against a fresh server and holds every group against it. */
export function itAnswersAsRecorded(name: string, recording: Recording): void {
  describe(name, () => itPlays(name, recording));
}

function itPlays(name: string, recording: Recording): void {
  const { profile = "strapi", types, hooks, locales, groups, play, exceptions, atLeast, quirks } = recording;
  let running: RecordedServer | undefined;
  let outcomes: Outcome[];
  let verdict: Verdict;
  let checked: Checked;

  beforeAll(async () => {
    running = await startRecordedServer(types, profile, locales, hooks);
    const { server, galley } = running;
    checked = await checkExchanges({ url: server.url, document: await galley.openapi() }, async () => {
      outcomes = await play(server);
    });
    verdict = judge(outcomes, exceptions);
    console.info(summaryOf(name, outcomes));
  });

  afterAll(() => running?.close());

  it.each(["setup", ...groups])("%s", (group) => {
    const unexpected = verdict.unexpected.filter((outcome) => outcome.group === group);
    const shown = unexpected.slice(0, 5).map((outcome) => describeOutcome(outcome));
    expect(unexpected.length, `answered otherwise than recorded:\n${shown.join("\n")}\n`).toBe(0);
  });

  it("answers as its OpenAPI document says", () => {
    expect(checked.answers.map(describeViolation)).toEqual([]);
    expect(checked.known).toBeGreaterThan(50);
  });

  it("has no exception that is answered as recorded after all", () => {
    expect(verdict.superfluous).toEqual([]);
  });

  it(`is equal in at least ${atLeast} % of the cases`, () => {
    const counted = outcomes.filter((outcome) => quirks?.has(titleOf(outcome)) !== true);
    expect(percentage(counted)).toBeGreaterThanOrEqual(atLeast);
  });
}
