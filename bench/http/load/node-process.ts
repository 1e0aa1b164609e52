import { readFileSync } from "node:fs";
import type { LoadOptions } from "../../../transport/cli/bench/load.ts";
import { nodeLoad } from "../../../transport/cli/bench/node-load.ts";
import { answer } from "../../run/options.ts";

const { requests, ...clients }: LoadOptions = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const [first] = requests;
if (first === undefined) throw new Error("There is no request to send");
let sent = 0;
answer(await nodeLoad(clients, () => requests[sent++ % requests.length] ?? first));
