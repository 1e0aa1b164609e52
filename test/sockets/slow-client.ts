/** Slow sockets in a process of their own. Each message is answered with their state so far. */
import { SlowSockets } from "./slow-sockets.ts";

export interface SlowSocketsTold {
  /** How many the server has closed. */
  readonly closed: number;
  /** Milliseconds that the one lived which lived longest, dead or alive. */
  readonly longest: number;
}

const [, , port, count] = process.argv;
const slow = new SlowSockets(Number(port), Number(count));
process.on("message", () => process.send?.({ closed: slow.closed, longest: slow.longest } satisfies SlowSocketsTold));
process.send?.("started");
