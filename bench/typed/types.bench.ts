import { compile, SOURCES } from "./compile.ts";
import { programOf } from "./program.ts";

/**
 * Costs of typed documents for the compiler; the first row is Galley's own sources, which installed users do not check.
 */
const ROWS = [
  ["nothing but Galley", 1, 0],
  ["50 types", 50, 0],
  ["50 types, 10 of them used", 50, 10],
  ["50 types, all of them used", 50, 50],
] as const;

for (const [name, types, used] of ROWS) {
  const runs = [];
  for (let run = 0; run < 3; run++) runs.push(await compile(programOf(types, used, SOURCES)));
  const seconds = Math.min(...runs.map((each) => each.seconds));
  const [first] = runs;
  if (first?.errors) throw new Error(first.errors);
  console.log(`${name.padEnd(28)} ${seconds.toFixed(2)} s  ${first?.instantiations} instantiations`);
}
