import { sizeOf } from "../data.ts";
import { askAll } from "./ask-all.ts";
import { CONTESTANTS } from "./contestants.ts";
import { measureGalley } from "./measure-galley.ts";
import type { Job, Result } from "./result.ts";

// One process for each contestant and size. The argument is a Job as JSON; the Result is written to the standard
// output.
const job: Job = JSON.parse(process.argv[2] ?? "{}");
const size = sizeOf(job.posts);
const contestant = CONTESTANTS.find(({ name }) => name === job.contestant);
if (contestant === undefined) throw new Error(`There is no contestant ${job.contestant}`);
const measured =
  contestant.name === "galley"
    ? measureGalley(size, job)
    : { ...askAll(contestant.open(size), size, job), memory: null, garbage: null };
const result: Result = { ...job, ...measured };
process.stdout.write(JSON.stringify(result));
