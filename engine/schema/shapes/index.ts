/** Checks that schemas and configurations share. Apart from internal.ts, since its declarations need zod's types. */
export { atLeast, atMost, integer, notEmpty, number } from "./constraints.ts";
export { faultWording } from "./fault-wording.ts";
