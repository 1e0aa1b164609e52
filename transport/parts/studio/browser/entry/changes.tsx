import { ask } from "../core/request.ts";
import { useAttempt } from "../core/use-attempt.ts";
import type { Attribute, Models } from "../model/model.ts";
import { titleOfAttribute } from "../model/title-of-attribute.ts";
import { Problem } from "../widgets/problem.tsx";
import { Value } from "../widgets/value.tsx";
import type { Difference } from "./differences.ts";
import { revert } from "./document-calls.ts";
import type { Target } from "./target.ts";
import { type Part, wordDifferences } from "./word-differences.ts";

interface ChangesProps {
  readonly target: Target;
  readonly models: Models;
  readonly changed: readonly Difference[];
  readonly onDone: () => void;
}

/** The differences of the draft from the published version; each can be undone separately. */
export function Changes({ target, models, changed, onDone }: ChangesProps) {
  const { error, attempt } = useAttempt();
  const takeBack = (difference: Difference) =>
    attempt(async () => {
      await ask(revert([difference], target, models));
      onDone();
    });
  return (
    <>
      {error !== null && <Problem error={error} />}
      <ul class="changes">
        {changed.map((difference) => (
          <li key={difference.attribute.name}>
            <h2>
              {titleOfAttribute(difference.attribute.name)}{" "}
              {target.model.may.update && difference.attribute.writable !== false && (
                <button
                  type="button"
                  aria-label={`Take back the change of ${difference.attribute.name}`}
                  onClick={() => takeBack(difference)}
                >
                  Take back
                </button>
              )}
            </h2>
            <Both difference={difference} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Both values; in texts the changed words are marked. */
function Both({ difference: { attribute, published, draft } }: { readonly difference: Difference }) {
  const texts = [published, draft].map((value) => textOf(attribute, value));
  const [old, current] = texts;
  const parts = typeof old === "string" && typeof current === "string" ? wordDifferences(old, current) : null;
  return (
    <>
      <div class="changed published">
        <span class="faint">published</span>
        {parts === null ? <Value attribute={attribute} value={published} /> : <Text parts={parts[0]} mark="del" />}
      </div>
      <div class="changed draft">
        <span class="faint">draft</span>
        {parts === null ? <Value attribute={attribute} value={draft} /> : <Text parts={parts[1]} mark="ins" />}
      </div>
    </>
  );
}

const TEXTS = new Set(["string", "text", "richtext", "email", "uid"]);

/** Null for a value that is not a text. */
function textOf({ type }: Attribute, value: unknown): string | null {
  if (type === "json" && typeof value === "object" && value !== null) return JSON.stringify(value, null, 2);
  return TEXTS.has(type) && typeof value === "string" ? value : null;
}

function Text({ parts, mark: Mark }: { readonly parts: readonly Part[]; readonly mark: "del" | "ins" }) {
  return (
    <span class="long">
      {parts.map(({ text, isOwn }, at) => (isOwn ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>))}
    </span>
  );
}
