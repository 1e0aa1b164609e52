import { PROGRAMS } from "../peers/programs.ts";

/** Names what the run will skip, for want of which program, before its first file. */
export default function setup(): void {
  for (const { name, path, install } of PROGRAMS) {
    if (path === undefined) console.warn(`${name} is not here, so its tests are skipped (${install})`);
  }
}
