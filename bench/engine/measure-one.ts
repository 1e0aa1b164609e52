import { sizeOf } from "../content/data.ts";
import { answer, optionsOf } from "../run/options.ts";
import { askAll } from "./ask-all.ts";
import { CONTESTANTS } from "./contestants.ts";
import { measureGalley } from "./measure-galley.ts";
import type { Job, Result } from "./result.ts";

// One process for each contestant and size. The argument is a Job as JSON; the Result is written to the standard
// output.
const job = optionsOf<Job>();
const size = sizeOf(job.posts);
const contestant = CONTESTANTS.find(({ name }) => name === job.contestant);
if (contestant === undefined) throw new Error(`There is no contestant ${job.contestant}`);
const measured =
  contestant.name === "galley"
    ? measureGalley(size, job)
    : { ...askAll(contestant.open(size), size, job), memory: null, garbage: null };
answer({ ...job, ...measured } satisfies Result);
