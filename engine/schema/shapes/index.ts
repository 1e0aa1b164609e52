/** What schemas and configurations check alike. Apart from internal.ts, since its declarations need zod's types. */
export { atLeast, atMost, integer, notEmpty, number } from "./constraints.ts";
export { faultWording } from "./fault-wording.ts";
