import type { AnyModel, Attribute } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";

/** Kinds of stand-ins. `detect` replaces the values found in a text; `keep` is the value itself. */
export const RULES = ["email", "name", "phone", "iban", "text", "date", "token", "null"] as const;

export type Rule = (typeof RULES)[number];

/**
 * Makes the stand-in of a value; undefined leaves the value out. It is called for every value of its attribute but null,
 * and must give the same for the same value, so that two pulls agree.
 */
export type ScrubFunction = (value: unknown, entry: { readonly documentId: string }) => unknown;

/** Rules of a configuration, by `type.attribute`. */
export type ScrubConfig = { readonly [attribute: string]: Rule | "keep" | ScrubFunction };

/** The treatment of the values of one attribute, and its reason. */
export interface ChosenRule {
  readonly rule: Rule | "detect" | "keep" | ScrubFunction;
  readonly why: string;
}

/** A caller's choices for attributes: by `type.attribute`, with the singular name of the type or its uid. */
export interface ScrubOptions {
  readonly keep?: readonly string[];
  readonly scrub?: ReadonlyMap<string, Rule | ScrubFunction>;
}

/** Words of an attribute's name that tell its content; the first that fits counts. */
const WORDS: readonly (readonly [Rule, RegExp])[] = [
  ["email", /e?mail/],
  ["phone", /phone|^(?:tel|mobile|cell|fax|whatsapp)$/],
  ["iban", /iban/],
  ["date", /birth|^dob$/],
  ["token", /token|secret|password|passwd|apikey|credential/],
  ["name", /firstname|lastname|surname|username|fullname|familyname|givenname|middlename|maidenname|nickname/],
  ["text", /address|street|postcode|postal|^(?:zip|ip|ssn|zipcode)$|socialsecurity|passport/],
];

/** The rule that a name asks for; null for one that says nothing of a person. */
export function ruleOfName(name: string): Rule | null {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const whole = words.join("");
  for (const [rule, pattern] of WORDS) if (pattern.test(whole) || words.some((word) => pattern.test(word))) return rule;
  return null;
}

/** Types whose entries are people, or what people sent. */
const PEOPLE = /^(?:users?|customers?|orders?|contacts?|subscribers?|patients?|applicants?|submissions?)$/;

/** Whether all values of a type are scrubbed. */
export function isOfPeople(model: AnyModel): boolean {
  return model.model === "content-type" && wordsOf(model).some((word) => PEOPLE.test(word));
}

/** Types whose entries are people that a site shows: their names alone are replaced. */
const SHOWN_PEOPLE =
  /^(?:authors?|persons?|people|members?|employees?|staff|speakers?|guests?|clients?|leads?|testimonials?)$/;

function isNameOfPerson(model: AnyModel, name: string): boolean {
  return /^(?:full|display)?_?name$/i.test(name) && wordsOf(model).some((word) => SHOWN_PEOPLE.test(word));
}

function wordsOf({ uid }: AnyModel): readonly string[] {
  return uid.split(/[:.\-_]+/);
}

const TEXTS: ReadonlySet<string> = new Set(["string", "text", "richtext", "blocks", "json", "uid", "email"]);
const WITHOUT_PERSON: ReadonlySet<string> = new Set(["boolean", "enumeration", "time"]);

/** Chooses what happens to an attribute of a model. `inPeople`: the model is part of an entry of people. */
export function chooseRule(model: AnyModel, attribute: Attribute, options: ScrubOptions, inPeople = false): ChosenRule {
  const names = [`${model.uid}.${attribute.name}`, `${shortName(model)}.${attribute.name}`];
  const wanted = names.map((name) => options.scrub?.get(name)).find((rule) => rule !== undefined);
  if (wanted !== undefined) return { rule: wanted, why: "as asked" };
  const kept = options.keep ?? [];
  if ([model.uid, shortName(model), ...names].some((name) => kept.includes(name)))
    return { rule: "keep", why: "--keep" };
  if (attribute.kind !== "scalar") return { rule: "keep", why: "" };
  const { type, name } = attribute;
  if (type === "password") return { rule: "null", why: "password" };
  if (WITHOUT_PERSON.has(type)) return { rule: "keep", why: "" };
  // Without it nobody of them could be given a password.
  if (name === "provider" && model.uid === USER_TYPE) return { rule: "keep", why: "" };
  if (type === "email") return { rule: "email", why: "email" };
  const byName = ruleOfName(name);
  if (byName !== null) return { rule: fitting(byName, type), why: `named ${name}` };
  if (isNameOfPerson(model, name)) return { rule: "name", why: "name of a person" };
  const made = attribute.targetField === undefined ? undefined : model.attributes.get(attribute.targetField);
  if (type === "uid" && made !== undefined && made !== attribute) {
    const { rule, why } = chooseRule(model, made, options, inPeople);
    if (rule !== "keep" && rule !== "detect") return { rule: rule === "name" ? "name" : "text", why };
  }
  if (inPeople || isOfPeople(model))
    return { rule: fitting(/name$/i.test(name) ? "name" : "text", type), why: "of people" };
  return TEXTS.has(type) ? { rule: "detect", why: "" } : { rule: "keep", why: "" };
}

function fitting(rule: Rule, type: string): Rule {
  if (/^date|^timestamp/.test(type)) return "date";
  return rule === "date" || type === "json" || type === "blocks" ? "text" : rule;
}

/** The name of a type in options: `post`. */
export function shortName(model: AnyModel): string {
  return model.model === "content-type" ? model.singularName : model.uid;
}
