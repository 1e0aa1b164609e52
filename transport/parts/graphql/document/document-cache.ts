import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoFragmentCyclesRule,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { WeightedCache } from "../../../../engine/internal.ts";
import { type GraphqlLimits, LimitError } from "../limits.ts";
import { depthErrors } from "./check-depth.ts";
import { checkSize } from "./check-size.ts";
import { documentExcess } from "./document-excess.ts";
import { type LiftedText, liftLiterals } from "./lift-literals.ts";
import { noIntrospection } from "./no-introspection.ts";
import { type PreparedDocument, prepareDocument } from "./prepared-document.ts";
import { type SharedDocument, shareDocument } from "./shared-document.ts";

/** Bytes of the cached documents, and of what documents share. */
const DOCUMENTS_BYTES = 32 * 1_048_576;
const SHARED_BYTES = 8 * 1_048_576;

/** Maximum number of reported faults of a document: each comes with suggestions, which are slow to find. */
const ERRORS = 10;

export interface DocumentsOptions {
  readonly schema: GraphQLSchema;
  readonly limits: GraphqlLimits;
  /** Whether introspection is allowed. */
  readonly introspection: boolean;
}

/** Why a document is refused: a syntax error, or a mismatch with the schema. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly stage: "parse" | "validate";
  readonly errors: readonly GraphQLError[];

  constructor(stage: "parse" | "validate", errors: readonly GraphQLError[]) {
    super(`The document does not ${stage}`);
    this.stage = stage;
    this.errors = errors;
  }
}

/**
 * Parses and validates documents, each text once while it is cached. Of a document that differs from an earlier one only
 * in literals, only these are validated.
 */
export class DocumentCache {
  readonly #options: DocumentsOptions;
  readonly #known = new WeightedCache<string, PreparedDocument>(DOCUMENTS_BYTES);
  readonly #shared = new WeightedCache<string, SharedDocument>(SHARED_BYTES);

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /** @throws DocumentError, LimitError. */
  read(text: string): PreparedDocument {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    refuseExcess(text, this.#options.limits);
    const lifted = liftLiterals(text);
    const prepared = (lifted && this.#fromShared(text, lifted)) ?? this.#readWhole(text, lifted);
    this.#known.set(text, prepared, prepared.weight);
    return prepared;
  }

  #fromShared(text: string, { key, literals }: LiftedText): PreparedDocument | null {
    return this.#shared.get(key)?.with(literals, () => parse(text)) ?? null;
  }

  #readWhole(text: string, lifted: LiftedText | null): PreparedDocument {
    const { schema, limits } = this.#options;
    const document = parseDocument(text);
    refuse("validate", depthErrors(document, limits.depth));
    // Every other check that enters fragments would recurse forever.
    refuse("validate", validate(schema, document, [NoFragmentCyclesRule], { maxErrors: ERRORS }));
    checkSize(document, limits);
    refuse("validate", validate(schema, document, [...specifiedRules, ...this.#rules()], { maxErrors: ERRORS }));
    const prepared = prepareDocument(document);
    const shared = lifted && shareDocument(schema, prepared, lifted.literals);
    if (lifted === null || shared === null) return prepared;
    this.#shared.set(lifted.key, shared, 2 * lifted.key.length + prepared.weight);
    return shared.with(lifted.literals, prepared.document) ?? prepared;
  }

  #rules() {
    return this.#options.introspection ? [] : [noIntrospection];
  }
}

function refuseExcess(text: string, limits: GraphqlLimits): void {
  const excess = documentExcess(text, limits);
  if (excess !== null) throw new LimitError(excess, limits[excess], EXCESS[excess]);
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentError("parse", [error]);
    throw error;
  }
}

const EXCESS = {
  length: "characters of the document",
  nesting: "levels of brackets",
  tokens: "words and signs",
  word: "characters of a name or number",
} as const;

function refuse(stage: "validate", errors: readonly GraphQLError[]): void {
  if (errors.length > 0) throw new DocumentError(stage, errors);
}
