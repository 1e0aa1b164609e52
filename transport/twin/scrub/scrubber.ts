import { isDeepStrictEqual } from "node:util";
import { type AnyModel, type Attribute, isRecord, type Json, type ScalarAttribute } from "../../../engine/internal.ts";
import { TwinError } from "../twin-error.ts";
import {
  type ChosenRule,
  chooseRule,
  type Rule,
  ruleOfName,
  type ScrubFunction,
  type ScrubOptions,
  shortName,
} from "./rules.ts";
import { replaceWords, scrubText } from "./scrub-text.ts";
import type { StandIns } from "./stand-ins.ts";

/** The treatment of the values of one attribute. */
export interface Scrubbed {
  readonly rule: string;
  readonly why: string;
  values: number;
  /** One stand-in of them. */
  sample: string | null;
}

/** Replaces the values of entries by stand-ins, as their attributes ask for. */
export class Scrubber {
  readonly #standIns: StandIns;
  readonly #options: ScrubOptions;
  readonly #chosen = new Map<Attribute, ChosenRule>();
  readonly #chosenInPeople = new Map<Attribute, ChosenRule>();
  /** By `type.attribute`: attributes with a replaced value. */
  readonly report = new Map<string, Scrubbed>();

  constructor(standIns: StandIns, options: ScrubOptions = {}) {
    this.#standIns = standIns;
    this.#options = options;
  }

  /**
   * A value of an attribute. `inPeople`: the model is part of an entry of people.
   *
   * @throws TwinError if a function of the configuration fails.
   */
  value(model: AnyModel, attribute: ScalarAttribute, value: Json, inPeople: boolean, documentId: string): Json {
    if (value === null) return null;
    const chosen = this.#ruleOf(model, attribute, inPeople);
    const { rule } = chosen;
    if (rule === "keep") return value;
    const name = `${shortName(model)}.${attribute.name}`;
    const found =
      typeof rule === "function" ? ownStandIn(name, rule, value, documentId) : this.#replaced(value, rule, attribute);
    if (!isDeepStrictEqual(found, value)) this.#count(name, chosen, found);
    return found;
  }

  /** The replaced attributes in their order, and one stand-in of each. */
  summary() {
    const all = [...this.report].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      attributes: Object.fromEntries(all.map(([name, { sample: _, ...scrubbed }]) => [name, scrubbed])),
      samples: new Map(all.map(([name, { sample }]) => [name, sample])),
    };
  }

  /** A name or hash of a file, without its extension. */
  file(name: string): string {
    return this.keepsFiles ? name : this.#standIns.file(name);
  }

  /** The name of a stored file, with its extension and the format before it. */
  fileName(name: string): string {
    return this.#withFiles(`/uploads/${name}`).slice("/uploads/".length);
  }

  /** Counts a file whose name was replaced. */
  seeFile(name: string): void {
    if (!this.keepsFiles) this.#count("file.name", { rule: "text", why: "name of a file" }, name);
  }

  /** A text that no attribute holds, such as a text file. */
  text(text: string): string {
    return this.#withFiles(scrubText(text, this.#standIns));
  }

  /** A value that no attribute describes: its names say what it holds. */
  json(value: Json): Json {
    return this.#inside(value, "detect");
  }

  get keepsFiles(): boolean {
    const keep = this.#options.keep ?? [];
    return ["file", "plugin::upload.file", "file.name", "plugin::upload.file.name"].some((name) => keep.includes(name));
  }

  #ruleOf(model: AnyModel, attribute: ScalarAttribute, inPeople: boolean): ChosenRule {
    const known = inPeople ? this.#chosenInPeople : this.#chosen;
    const before = known.get(attribute);
    if (before !== undefined) return before;
    const chosen = chooseRule(model, attribute, this.#options, inPeople);
    known.set(attribute, chosen);
    return chosen;
  }

  #count(name: string, chosen: ChosenRule, found: Json): void {
    const { why } = chosen;
    const rule = typeof chosen.rule === "function" ? "function" : chosen.rule;
    const before = this.report.get(name) ?? { rule, why: why || "found in texts", values: 0, sample: null };
    before.values++;
    before.sample ??= typeof found === "string" ? found.slice(0, 80) : rule === "null" ? "null" : null;
    this.report.set(name, before);
  }

  #replaced(value: Json, rule: Rule | "detect", attribute: ScalarAttribute): Json {
    if (rule === "null") return null;
    if (typeof value === "string") return this.#string(value, rule, attribute);
    if (typeof value === "number") return rule === "detect" ? value : this.#number(value, attribute);
    return this.#inside(value, rule);
  }

  #string(value: string, rule: Rule | "detect", attribute?: ScalarAttribute): string {
    const { maxLength: longest = Number.POSITIVE_INFINITY, unique = false, type = "string" } = attribute ?? {};
    const standIns = this.#standIns;
    if (value === "") return value;
    if (type === "biginteger")
      return rule === "detect" ? value : value.replace(/\d+/, (digits) => String(standIns.number(Number(digits), 1)));
    switch (rule) {
      case "detect":
        return this.#withFiles(scrubText(value, standIns));
      case "email":
        return standIns.email(value, longest);
      case "name":
        return standIns.name(value).slice(0, longest);
      case "phone":
        return standIns.phone(value).slice(0, longest);
      case "iban":
        return standIns.iban(value).slice(0, longest);
      case "date":
        return Number.isNaN(Date.parse(value)) ? standIns.text(value) : standIns.date(value);
      case "token":
        return standIns.token(value).slice(0, longest);
      default: {
        const least = unique || type === "uid" ? 10 : 0;
        return (type === "richtext" ? replaceWords(value, standIns, least) : standIns.text(value, least)).slice(
          0,
          longest,
        );
      }
    }
  }

  #number(value: number, { type, min = 0, max = Number.POSITIVE_INFINITY }: ScalarAttribute): number {
    const found = this.#standIns.number(value, min);
    const fitting = found > max ? min + (found % (Math.floor(max) - Math.ceil(min) + 1)) : found;
    return type === "integer" ? Math.trunc(fitting) : fitting;
  }

  /** The names inside a JSON value tell its content, as attributes' names do. */
  #inside(value: Json, rule: Rule | "detect"): Json {
    if (typeof value === "string") return this.#string(value, rule);
    if (typeof value === "number") return rule === "detect" ? value : this.#standIns.number(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.#inside(item, rule));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value as { readonly [name: string]: Json }).map(([name, inner]) => {
      const isStructure = STRUCTURE.has(name) && typeof inner === "string";
      const own = ruleOfName(name) ?? (isStructure ? "detect" : rule);
      return [scrubText(name, this.#standIns), this.#inside(inner, own)];
    });
    return Object.fromEntries(entries);
  }

  /** Files have other names here. */
  #withFiles(text: string): string {
    if (this.keepsFiles || !text.includes("/uploads/")) return text;
    return text.replace(
      UPLOAD,
      (_, prefix = "", hash: string, ext: string) => `/uploads/${prefix}${this.file(hash)}${ext}`,
    );
  }
}

/** The error of a user's function may hold a value, so its text is not told. */
function ownStandIn(name: string, make: ScrubFunction, value: Json, documentId: string): Json {
  try {
    const made = JSON.stringify(make(value, { documentId }) ?? null);
    return made === undefined ? null : JSON.parse(made);
  } catch {
    throw new TwinError(`the function scrub["${name}"] of the configuration failed on document ${documentId}`);
  }
}

/** The keys that the blocks editor needs to show a text. */
const STRUCTURE: ReadonlySet<string> = new Set(["type", "format", "url", "language", "__component"]);

const UPLOAD = /\/uploads\/((?:thumbnail|small|medium|large|xlarge)_)?([^\s"'<>()\\/?#.]{1,300})(\.[A-Za-z0-9]{1,10})/g;
