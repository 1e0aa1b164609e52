import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { member } from "../../core/member.ts";
import { useAttempt } from "../../core/use-attempt.ts";
import { Problem } from "../../widgets/problem.tsx";

interface FinderProps {
  readonly label: string;
  /** The kind of entry searched for, as users call it. */
  readonly what: string;
  readonly find: (text: string) => Promise<readonly unknown[]>;
  readonly nameOf: (entry: unknown) => string;
  readonly onChoose: (entry: unknown) => void;
}

/** Searches for entries or files that an attribute can link to, and lets the user choose one. */
export function Finder({ label, what, find, nameOf, onChoose }: FinderProps) {
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal("");
  const found = useSignal<readonly unknown[] | null>(null);
  const { error, attempt } = useAttempt();
  const search = () =>
    attempt(async () => {
      found.value = await find(text.value);
    });
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Otherwise Enter would submit the form.
    event.preventDefault();
    search();
  };
  return (
    <div class="finder">
      <input
        ref={input}
        aria-label={`Find for ${label}`}
        placeholder={`Find: ${what}`}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={searchOnEnter}
      />
      <button type="button" aria-label={`Find entries for ${label}`} onClick={search}>
        Find
      </button>
      {error !== null && <Problem error={error} />}
      {found.value !== null && (
        <ul class="chips" aria-label={`Found for ${label}`}>
          {found.value.length === 0 && <li class="faint">Nothing found</li>}
          {found.value.map((entry) => (
            <li key={String(member(entry, "id"))}>
              <button
                type="button"
                onClick={() => {
                  found.value = null;
                  input.current?.focus();
                  onChoose(entry);
                }}
              >
                {nameOf(entry)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
