/** Loaded before a program (`--import`), which then runs as on the system that `GALLEY_EMULATED` names. */
import { emulate } from "./emulate.ts";
import { SYSTEMS, type SystemName } from "./systems.ts";

const name = process.env.GALLEY_EMULATED ?? "";
if (!Object.hasOwn(SYSTEMS, name)) throw new Error(`There is no system "${name}"`);
await emulate(name as SystemName);
