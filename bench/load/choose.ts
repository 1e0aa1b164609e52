import type { LoadGenerator } from "../../transport/cli/bench/load.ts";
import { isInstalled } from "../run/pinned.ts";
import { AUTOCANNON } from "./autocannon.ts";
import { WRK } from "./wrk.ts";

/** wrk if it is installed, otherwise autocannon with a note of the consequences. */
export function chooseGenerator(): LoadGenerator {
  if (isInstalled("wrk")) return WRK;
  console.log(
    "wrk is not installed (Debian: apt-get install wrk): autocannon takes its place, which a fast server waits for",
  );
  return AUTOCANNON;
}
