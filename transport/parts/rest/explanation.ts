import { type Explanation, explain } from "../../../engine/internal.ts";
import type { Answer } from "../../http/answer.ts";
import { callerReading } from "./read.ts";
import type { Call, ContentService } from "./service.ts";

/** Sent with any value to request the query plan; the answer has it in a header of the same name. */
export const EXPLAIN_HEADER = "x-galley-explain";

/** Maximum characters of the plan; lists of many alternatives have longer ones. */
const MAX_CHARACTERS = 2000;

/** A document is found by its id in one look-up. */
const BY_ID: Explanation = { plan: "by documentId", estimated: 1, rows: 1 };

/**
 * The answer to a read with its plan, the estimated and the actual number of rows, as JSON in ASCII. These reveal how much
 * content there is beyond what the caller may see, so this is for development.
 */
export function withExplanation(service: ContentService, call: Call, answer: Answer): Answer {
  const { plan, ...counts } = isList(call) ? explainList(service, call) : BY_ID;
  const text = inAscii(JSON.stringify({ plan: plan.slice(0, MAX_CHARACTERS), ...counts }));
  return { ...answer, headers: [...(answer.headers ?? []), [EXPLAIN_HEADER, text]] };
}

function explainList(service: ContentService, call: Call): Explanation {
  const query = service.checkQuery(call, "find");
  return explain(callerReading(service, query, call.access), query);
}

function isList({ type, documentId }: Call): boolean {
  return type.kind === "collection" && documentId === null;
}

/** Names of attributes may have letters that a header cannot carry. */
function inAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
