import type { Access } from "../../access.ts";
import { EngineError } from "../../error.ts";
import type { Rules } from "../../rules.ts";
import type { Status } from "../../values/version.ts";
import { described } from "./raw-value.ts";
import { invalid } from "./refusal.ts";

/**
 * `status` as the versions to read (reads, §12 and §22). Strict: one of the two words or both, and drafts only for
 * callers with credentials. Otherwise whatever is not `published` means drafts, for anyone.
 */
export function checkStatus(
  { access, rules }: { readonly access: Access; readonly rules: Rules },
  raw: unknown,
): readonly Status[] {
  if (raw === undefined) return ["published"];
  if (!rules.strictStatus) return [raw === "published" ? "published" : "draft"];

  const words = new Set(Array.isArray(raw) ? raw : [raw]);
  for (const word of words) {
    if (word !== "published" && word !== "draft") throw invalidStatus(word);
  }
  if (words.size === 0) throw invalidStatus(raw);
  if (!words.has("draft")) return ["published"];
  if (!access.authenticated) throw new EngineError("unauthorized", "Missing or invalid credentials");
  return words.has("published") ? ["draft", "published"] : ["draft"];
}

function invalidStatus(raw: unknown): EngineError {
  return invalid(`Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${described(raw)}`);
}
