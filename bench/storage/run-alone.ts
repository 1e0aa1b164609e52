import { answer, optionsOf } from "../run/options.ts";

// One process for each measurement: the arguments are its options as JSON, and its name.
const { default: measure } = await import(`./alone/${process.argv[3]}.ts`);
answer(await measure(optionsOf()));
