import type { ErrorObject, ValidateFunction } from "ajv";
import type { OpenApiDocument } from "../../parts/openapi/document.ts";

/** A fault of a value, by its path. */
export interface Fault {
  /** `data/0/views` */
  readonly at: string;
  readonly message: string;
}

/** Validates values by the schemas of one document. */
export interface Validators {
  /** `pointer`: of a schema in the document. Values as they are. */
  check(pointer: string, value: unknown): readonly Fault[];
  /** Texts of a query or a path, which may also be numbers and booleans. */
  checkTexts(pointer: string, value: unknown): readonly Fault[];
}

const DOCUMENT = "galley:document";

/** Maximum number of reported faults of one value: failed alternatives have many. */
const MAX_FAULTS = 10;

/** @throws Error (rejected) if the package ajv is not installed. */
export async function createValidators(document: OpenApiDocument): Promise<Validators> {
  const Ajv = await loadAjv();
  const plain = new Ajv({ ...OPTIONS, coerceTypes: false });
  const coercing = new Ajv({ ...OPTIONS, coerceTypes: true });
  for (const ajv of [plain, coercing]) ajv.addSchema(document, DOCUMENT);
  const checkBy = (ajv: typeof plain) => {
    const compiled = new Map<string, ValidateFunction>();
    return (pointer: string, value: unknown): readonly Fault[] => {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
      // The wrapper receives the coerced value.
      return validate(value) ? [] : faultsOf(validate.errors ?? []);
    };
  };
  return { check: checkBy(plain), checkTexts: checkBy(coercing) };
}

async function loadAjv() {
  try {
    const { Ajv2020 } = await import("ajv/dist/2020.js");
    return Ajv2020;
  } catch (cause) {
    throw new Error("Contract tests need the package ajv: npm install --save-dev ajv", { cause });
  }
}

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const INSTANT = /^\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

const OPTIONS = {
  // The document contains keywords of OpenAPI.
  strict: false,
  formats: { date: DATE, "date-time": INSTANT, binary: true },
  allErrors: false,
  validateSchema: false,
} as const;

function faultsOf(errors: readonly ErrorObject[]): readonly Fault[] {
  // Of alternatives, the deepest faults belong to the one that was probably meant.
  const depth = (error: ErrorObject) => error.instancePath.split("/").length;
  const deepest = Math.max(...errors.map(depth));
  const deepestErrors = errors.filter((error) => depth(error) === deepest && error.keyword !== "anyOf");
  const shown = deepestErrors.length === 0 ? errors : deepestErrors;
  const faults = shown
    .slice(0, MAX_FAULTS)
    .map((error) => ({ at: error.instancePath.slice(1), message: messageOf(error) }));
  return [...new Map(faults.map((fault) => [`${fault.at} ${fault.message}`, fault])).values()];
}

function messageOf({ keyword, message = "is not valid", params }: ErrorObject): string {
  if (keyword === "additionalProperties") return `must not have ${params.additionalProperty}`;
  if (keyword === "enum") return `must be one of ${params.allowedValues.join(", ")}`;
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  return message;
}
