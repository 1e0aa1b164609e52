import type { AnyModel, Attribute, ScalarAttribute, Schema } from "../../../engine/internal.ts";
import { typeName } from "../../../transport/parts/graphql/schema/names.ts";
import { enumNames } from "../../../transport/parts/graphql/schema/scalars/enum-names.ts";
import type { Random } from "../../support/random.ts";

/** The name of an enum's value: without quotes in a document. */
export class Word {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** In lower case and Latin letters: what the real server makes of others depends on its database. */
export const TEXTS = [
  "",
  "a",
  "alpha",
  "beta",
  "beta two",
  "gamma ray",
  "10",
  "9",
  "100%",
  "under_score",
  "it's",
  "null",
];
const SLUGS = ["alpha", "beta-two", "gamma_ray", "a.b", "x~y"];
export const NUMBERS = [0, 1, 2, 3, 10, 42, -7];
export const FRACTIONS = [0, 0.5, 1, 2.25, 10, 99.99, -0.5];
export const DAYS = ["1999-12-31", "2024-02-29", "2024-12-31"];
export const HOURS = ["00:00:00.000", "10:20:30", "10:20:30.4", "23:59:59.999"];
export const INSTANTS = ["1999-12-31T23:59:59.999Z", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05.678+02:00"];
const JSONS = [{ a: 1 }, { nested: { deep: [1, "two", null, true] } }, [1, 2], [], {}, "text", 42, true];
const BLOCKS = [[{ type: "paragraph", children: [{ type: "text", text: "alpha" }] }], []];
const MAILS = ["ann@example.com", "x.y@example.org"];

/** Values that no attribute takes. */
const WRONG = ["nope", -1, 1.5, true, [], {}, ["a"], { a: 1 }, null, 99999999999];

/** Values for attributes as a mutation's `data` has them. */
export class DrawValue {
  readonly #random: Random;
  readonly #schema: Schema;
  readonly #idsOf: (type: string) => readonly string[];
  #count = 0;

  constructor(random: Random, schema: Schema, idsOf: (type: string) => readonly string[]) {
    this.#random = random;
    this.#schema = schema;
    this.#idsOf = idsOf;
  }

  /** `share`: how likely each attribute is to be given. */
  data(model: AnyModel, share: number): Record<string, unknown> {
    const entries = [...model.attributes.values()].flatMap((attribute) => {
      // The real server drops the items sent into a zone without components, and Galley refuses them (decisions).
      if (attribute.kind === "dynamiczone" && attribute.components.length === 0) return [];
      if (attribute.kind === "morph" || (attribute.kind === "media" && !this.#random.chance(10))) return [];
      const given = attribute.required ? Math.max(share, 0.9) : share;
      return this.#random.fraction() < given ? [[attribute.name, this.value(attribute)] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  value(attribute: Attribute): unknown {
    if (this.#random.chance(25)) return this.#random.one(WRONG);
    if (this.#random.chance(10)) return null;
    switch (attribute.kind) {
      case "scalar":
        return this.#scalar(attribute);
      case "relation":
        return this.#ids(attribute.target, attribute.many);
      case "component": {
        const item = () => this.data(this.#schema.component(attribute.component), 0.7);
        return attribute.repeatable ? this.#some(3, item) : item();
      }
      case "dynamiczone":
        return this.#some(3, () => {
          const model = this.#schema.component(this.#random.one([...attribute.components, "blocks.hero"]));
          return { __typename: typeName(model), ...this.data(model, 0.8) };
        });
      default:
        return attribute.kind === "media" && attribute.many ? [] : null;
    }
  }

  #ids(target: string, many: boolean): unknown {
    const type = this.#schema.type(target);
    const known = type === undefined ? [] : this.#idsOf(typeName(type));
    const one = () => (known.length === 0 ? null : this.#random.one(known));
    return many ? this.#some(3, one) : one();
  }

  #some<T>(most: number, draw: () => T): T[] {
    return Array.from({ length: this.#random.below(most + 1) }, draw);
  }

  #scalar({ type, unique, enum: values = [] }: ScalarAttribute): unknown {
    const random = this.#random;
    switch (type) {
      case "integer":
        return random.one(NUMBERS);
      case "biginteger":
        return random.one([0, 12, "1234567890123"]);
      case "float":
      case "decimal":
        return random.one(FRACTIONS);
      case "boolean":
        return random.chance(2);
      case "date":
        return random.one(DAYS);
      case "time":
        return random.one(HOURS);
      case "datetime":
      case "timestamp":
        return random.one(INSTANTS);
      case "json":
        return random.one(JSONS);
      case "blocks":
        return random.one(BLOCKS);
      case "email":
        return random.one(MAILS);
      case "uid":
        return `${random.one(SLUGS)}${this.#count++}`;
      case "enumeration":
        return new Word(random.one([...enumNames(values).keys()]));
      default:
        return unique ? `${random.one(TEXTS)} ${this.#count++}` : random.one(TEXTS);
    }
  }
}
