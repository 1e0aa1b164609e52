import { useLayoutEffect, useRef } from "preact/hooks";
import { paint, readRuns, select, selectedSpan } from "./editable-text.ts";
import type { Run, Span } from "./runs.ts";

interface LineTextProps {
  readonly label: string;
  /** CSS class for the kind of line. */
  readonly look: string;
  readonly runs: readonly Run[];
  /** Where to put the caret; null leaves it where it is. */
  readonly caret: Span | null;
  /** Id of the element with the fault's message. */
  readonly faultId: string | undefined;
  readonly onEdit: (runs: readonly Run[]) => void;
  readonly onSelect: (span: Span) => void;
  readonly onKey: (event: KeyboardEvent, span: Span) => void;
}

/**
 * A line of rich text. The browser only edits text within the spans: pasted or dropped content arrives as plain text,
 * and marks are changed by rendering the line again.
 */
export function LineText({ label, look, runs, caret, faultId, onEdit, onSelect, onKey }: LineTextProps) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef<readonly Run[] | null>(null);
  useLayoutEffect(() => {
    if (root.current === null) return;
    if (shown.current !== runs) paint(root.current, runs);
    shown.current = runs;
    if (caret !== null) select(root.current, caret);
  });
  const tell = (hear: (span: Span) => void) => {
    const span = root.current && selectedSpan(root.current);
    if (span !== null) hear(span);
  };
  const read = () => {
    if (root.current === null) return;
    shown.current = readRuns(root.current);
    onEdit(shown.current);
    tell(onSelect);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot show what is bold
    <div
      ref={root}
      class={`line ${look}`}
      contentEditable="plaintext-only"
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={label}
      {...(faultId !== undefined && { "aria-invalid": true, "aria-describedby": faultId })}
      onInput={read}
      onKeyUp={() => tell(onSelect)}
      onMouseUp={() => tell(onSelect)}
      onFocus={() => tell(onSelect)}
      onKeyDown={(event) => tell((span) => onKey(event, span))}
    />
  );
}
