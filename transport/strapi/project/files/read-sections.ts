import { stat } from "node:fs/promises";
import { isSyntaxError } from "../../../../storage/core.ts";
import { LazyMembers } from "../../../runtime/lazy-members.ts";
import type { Environment } from "../config/config-env.ts";
import { JsonRange } from "./json-range.ts";
import { type Data, faultOf, isJson, readData, unreadable } from "./read-data.ts";

/** Whether the members of the object under a key are sections, too. */
export type HoldsSections = (key: string) => boolean;

/**
 * The value of a JSON file of lists and objects, its sections; or the default export of a module, or what that returns
 * where it is a function, as json-server takes it. The sections of a JSON file are `LazyMembers`, which read the file again.
 * The whole file is parsed once, member by member. `unrun` as for `readData`. Never rejects.
 */
export async function readSections(
  file: string,
  holdsSections: HoldsSections = () => false,
  unrun?: Environment,
): Promise<Data> {
  if (!isJson(file)) return readModule(file, unrun);
  try {
    const found = await stat(file);
    if (!found.isFile()) return readData(file);
    const text = JsonRange.ofFile(file, found.size);
    return { value: text.isObject ? sectionsOf(text, holdsSections) : text.value() };
  } catch (error) {
    return faultOf(file, error);
  }
}

async function readModule(file: string, unrun?: Environment): Promise<Data> {
  const data = await readData(file, unrun);
  if (!("value" in data) || typeof data.value !== "function") return data;
  try {
    return { value: await data.value() };
  } catch (error) {
    return unreadable(error);
  }
}

function sectionsOf(text: JsonRange, holdsSections: HoldsSections): unknown {
  const sections = [];
  for (const [key, member] of text.members()) {
    const isOuter = member.isObject && holdsSections(key);
    sections.push([key, isOuter ? sectionsOf(member, () => false) : sectionOf(member)] as const);
  }
  return Object.fromEntries(sections);
}

function sectionOf(text: JsonRange): unknown {
  if (!text.isList && !text.isObject) return text.value();
  let areRecords = true;
  for (const [, member] of text.members()) {
    member.value();
    areRecords &&= member.isObject;
  }
  return new LazyMembers({ isList: text.isList, areRecords }, () => valuesOf(text));
}

/** Throws an error that names the file if it is no longer the JSON that it was. */
function* valuesOf(text: JsonRange): Generator<readonly [string, unknown]> {
  try {
    for (const [key, member] of text.members()) yield [key, member.value()];
  } catch (error) {
    throw isSyntaxError(error) ? new Error(`${text.path} has changed while it was read`) : error;
  }
}
