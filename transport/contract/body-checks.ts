import { type Issue, isRecord, type UnknownRecord, validationError } from "../../engine/internal.ts";

type Path = readonly string[];

/**
 * Reads the members of a body that is not an entry: converts numbers and texts into each other, and collects every
 * fault in Strapi's words. The results of checks are valid only if `finish` does not throw.
 */
export class BodyChecks {
  readonly #issues: Issue[] = [];

  /** @throws EngineError `validation` with every fault so far and its path. */
  finish(): void {
    if (this.#issues.length > 0) throw validationError(this.#issues);
  }

  report(path: Path, message: string, value?: unknown): void {
    this.#issues.push(value === undefined ? { path, message } : { path, message, value });
  }

  /** Null if it is not an object, which is a fault. */
  record(value: unknown, path: Path): UnknownRecord | null {
    if (isRecord(value)) return value;
    this.#notOfType(path, "object", null, value);
    return null;
  }

  /** The same where no text is converted to an object. */
  plainRecord(value: unknown, path: Path): UnknownRecord | null {
    if (isRecord(value)) return value;
    this.#notOfType(path, "object", value, value);
    return null;
  }

  /** Null if it is no list, and no text of one either. */
  plainList(value: unknown, path: Path): readonly unknown[] | null {
    if (Array.isArray(value)) return value;
    this.#notOfType(path, "array", value, value);
    return null;
  }

  /** A numeric id or a documentId. */
  id(value: unknown, path: Path): void {
    if (typeof value === "string" || (Number.isInteger(value) && Number(value) >= 0)) return;
    this.#notOfType(path, "strapiID", value, value);
  }

  list(value: unknown, path: Path): readonly unknown[] {
    if (Array.isArray(value)) return value;
    this.#notOfType(path, "array", null, value);
    return [];
  }

  /** Null if the text is absent. */
  text(value: unknown, path: Path): string | null {
    if (value === undefined || value === null) return null;
    if (typeof value !== "object") return String(value);
    this.#notOfType(path, "string", value, value);
    return null;
  }

  /** Neither absent nor empty. */
  requiredText(value: unknown, path: Path): string {
    const text = this.text(value, path);
    const isMissing = text === "" || value === undefined || value === null;
    if (isMissing) this.report(path, `${path.join(".")} is a required field`, value ?? undefined);
    return text ?? "";
  }

  /** Neither absent nor empty, and not converted from another type. */
  requiredString(value: unknown, path: Path): string {
    if (typeof value === "string" || value === undefined) return this.requiredText(value, path);
    this.#notOfType(path, "string", value, value);
    return "";
  }

  /** The same for a text that no answer may repeat. */
  requiredSecret(value: unknown, path: Path): string {
    const name = path.join(".");
    if (value === null) this.#notOfType(path, "string", value, value);
    else if (value === undefined || value === "") this.report(path, `${name} is a required field`);
    else if (typeof value !== "string") this.report(path, `${name} must be a \`string\` type`);
    else return value;
    return "";
  }

  number(value: unknown, path: Path, least: number, most: number): number {
    const name = path.join(".");
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (value === undefined || value === null) this.report(path, `${name} is a required field`);
    else if (typeof number !== "number" || Number.isNaN(number)) this.#notOfType(path, "number", Number.NaN, value);
    else if (number < least) this.report(path, `${name} must be greater than or equal to ${least}`, number);
    else if (number > most) this.report(path, `${name} must be less than or equal to ${most}`, number);
    return Number(number);
  }

  #notOfType(path: Path, type: string, value: unknown, from: unknown): void {
    const cast = value === from ? "" : ` (cast from the value \`${printed(from)}\`)`;
    const name = path.join(".").replace(/\.(\d+)(?=\.|$)/g, "[$1]");
    const message = `${name} must be a \`${type}\` type, but the final value was: \`${printed(value)}\`${cast}.`;
    this.#issues.push({ path, message, value });
  }
}

/** The record's own member of this name. */
export function own(record: UnknownRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A value as yup prints it: on several lines, with quotes around the texts in it. */
function printed(value: unknown): string {
  return printedSimply(value) ?? JSON.stringify(value, (_key, member) => printedSimply(member) ?? member, 2);
}

function printedSimply(value: unknown): string | null {
  if (typeof value === "string") return `"${value}"`;
  return typeof value === "object" && value !== null ? null : String(value);
}
