import type { Draw } from "../draw.ts";
import { Random } from "../random.ts";
import { FIRST_NAMES, JOBS, LAST_NAMES } from "./named-lists.ts";
import { placeOf } from "./places.ts";

/** The person of an entry: all its names, its work and its e-mail address are of the same one. */
export interface Person {
  readonly first: string;
  readonly last: string;
  readonly job: string;
}

export function personOf({ model, serial }: Pick<Draw, "model" | "serial">): Person {
  const random = new Random(`${model} person ${serial}`);
  return { first: random.one(FIRST_NAMES), last: random.one(LAST_NAMES), job: random.one(JOBS) };
}

export function fullNameOf(draw: Draw): string {
  const { first, last } = personOf(draw);
  return `${first} ${last}`;
}

/** An address of its own for each entry. */
export function emailOf(draw: Draw): string {
  const { first, last } = personOf(draw);
  return `${first}.${last}${draw.serial + 1}@example.org`.toLowerCase();
}

const LIVES = [
  "_ lives in @ and works as # for small teams.",
  "_ has been # for ten years, the last three of them in @.",
  "Before moving to @, _ worked as # abroad.",
  "_ is # in @, and teaches on the side.",
];

/** A sentence or two about the person, with its name, work and place. */
export function lifeOf(draw: Draw): string {
  const { first, job } = personOf(draw);
  const work = `${/^[AEIOU]/.test(job) ? "an" : "a"} ${job.toLowerCase()}`;
  const values: { readonly [sign: string]: string } = { _: first, "#": work, "@": placeOf(draw).city };
  return draw.random.one(LIVES).replace(/[_#@]/g, (sign) => values[sign] ?? "");
}
