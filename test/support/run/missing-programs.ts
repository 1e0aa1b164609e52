import { PROGRAMS } from "../peers/programs.ts";

/** Before the first file, names the programs that are missing, whose tests are skipped. */
export default function setup(): void {
  for (const { name, path, install } of PROGRAMS) {
    if (path === undefined) console.warn(`${name} is not here, so its tests are skipped (${install})`);
  }
}
