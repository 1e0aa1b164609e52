import { useSignal } from "@preact/signals";
import { Icon } from "../../../widgets/icon.tsx";
import { MARKS, type Mark } from "./runs.ts";

interface ToolbarProps {
  readonly label: string;
  /** Nothing is selected that could be formatted. */
  readonly isIdle: boolean;
  readonly marked: (mark: Mark) => boolean;
  /** The URL of the selected link; empty if none is selected. */
  readonly link: string;
  readonly onMark: (mark: Mark) => void;
  /** An empty URL removes the link. */
  readonly onLink: (url: string) => void;
}

/** Formats the selected text. */
export function Toolbar({ label, isIdle, marked, link, onMark, onLink }: ToolbarProps) {
  const url = useSignal<string | null>(null);
  const setLink = () => {
    onLink(url.value?.trim() ?? "");
    url.value = null;
  };
  const setOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Otherwise Enter would submit the form.
    event.preventDefault();
    setLink();
  };
  return (
    <fieldset class="toolbar" aria-label={`Look of the selected text of ${label}`} onMouseDown={keepSelection}>
      {MARKS.map((mark) => (
        <button
          key={mark}
          type="button"
          class="mark"
          title={mark}
          aria-label={mark}
          disabled={isIdle}
          aria-pressed={!isIdle && marked(mark)}
          onClick={() => onMark(mark)}
        >
          <Icon name={mark} />
        </button>
      ))}
      <button
        type="button"
        class="mark"
        title="link"
        aria-label="link"
        disabled={isIdle}
        aria-pressed={!isIdle && link !== ""}
        onClick={() => (url.value = url.value === null ? link : null)}
      >
        <Icon name="link" />
      </button>
      {url.value !== null && (
        <>
          <input
            aria-label={`Where the link in ${label} goes`}
            placeholder="https://"
            value={url.value}
            onInput={({ currentTarget }) => (url.value = currentTarget.value)}
            onKeyDown={setOnEnter}
          />
          <button type="button" onClick={setLink}>
            {url.value.trim() === "" ? "Take the link away" : "Set the link"}
          </button>
        </>
      )}
    </fieldset>
  );
}

/** Keeps a click on a button from moving the focus, and with it the selection, away from the text. */
function keepSelection(event: MouseEvent): void {
  if (event.target instanceof HTMLButtonElement) event.preventDefault();
}
