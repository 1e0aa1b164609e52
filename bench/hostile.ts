import { measureHostile } from "./hostile/graphql.ts";
import { measureLimits } from "./hostile/limits.ts";
import { measureSignUps } from "./hostile/sign-ups.ts";
import { searchUrls } from "./hostile/urls.ts";
import { commitOf } from "./run/build.ts";
import { commandLine, flag, seconds, someOf, text, whole } from "./run/command-line.ts";
import { printMachine } from "./run/machine.ts";
import { runParts } from "./run/run-parts.ts";

const PARTS = ["graphql", "urls", "limits", "sign-ups"] as const;

const given = commandLine("hostile", {
  part: someOf("Only this one", PARTS, PARTS),
  times: whole("NUMBER", "graphql: how often each request is sent", 12),
  search: seconds("urls: how long each content is searched", 60),
  seed: whole("NUMBER", "urls: what the search draws from", 1),
  batches: whole("NUMBER", "limits: batches of each question", 100),
  compare: text("REV", "limits: another revision, too", undefined),
  rounds: whole("NUMBER", "sign-ups: times that reads alone and beside them are measured in turn", 5),
  duration: seconds("sign-ups: how long each is measured", 5),
  rate: whole("NUMBER", "sign-ups: so many a second", 20),
  in: flag("sign-ups: sign-ins instead, of people who signed up before"),
  readers: whole("NUMBER", "sign-ups: requests under way at once", 4),
});
const revision = given.compare === undefined ? null : commitOf(given.compare);

await runParts(given.part, {
  graphql: () => measured(() => measureHostile(given.times)),
  urls: () => measured(() => searchUrls(given.search, given.seed)),
  limits: () => measured(() => measureLimits(given.batches, revision)),
  "sign-ups": () => measured(() => measureSignUps({ ...given, isIn: given.in })),
});

async function measured(measure: () => Promise<void>): Promise<void> {
  printMachine();
  await measure();
}
