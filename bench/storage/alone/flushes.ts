import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { optionsOf } from "../../servers/options.ts";
import type { Programs } from "../programs.ts";
import { writeRate } from "../write-rate.ts";

/** As long as the record of a commit that creates a post. */
const RECORD = Buffer.alloc(1000, "r");

const { folder, seconds } = optionsOf<Programs["flushes"]["options"]>();
const file = openSync(join(folder, "flushed"), "w");
const result: Programs["flushes"]["result"] = await writeRate(1, seconds, () => {
  writeSync(file, RECORD);
  fdatasyncSync(file);
});
process.stdout.write(JSON.stringify(result));
