import { useSignal } from "@preact/signals";
import { member } from "../../../core/member.ts";
import { FilePicker } from "../../../files/file-picker.tsx";
import { FileValue } from "../../../widgets/file-value.tsx";
import { Icon } from "../../../widgets/icon.tsx";
import { Select } from "../../../widgets/select.tsx";
import type { FieldProps } from "../field-props.ts";
import { LineText } from "./line-text.tsx";
import {
  blocksOf,
  type Choice,
  choiceOf,
  chosen,
  EMPTY_LINE,
  imageLine,
  imageOf,
  isText,
  type Line,
  linesOf,
  mergedUp,
  split,
} from "./lines.ts";
import {
  hasMark,
  joined,
  linkAt,
  MARKS,
  type Mark,
  orWord,
  type Run,
  type Span,
  sliced,
  textOf,
  withLink,
  withMark,
} from "./runs.ts";
import { Toolbar } from "./toolbar.tsx";

/** The selection, and whether the caret still has to be moved there. */
interface Caret extends Span {
  readonly line: number;
  /** True until the line has been rendered with it. */
  readonly isDue: boolean;
}

interface BlocksFieldProps extends FieldProps {
  readonly faultId: string | undefined;
}

const CHOICES: readonly (readonly [Choice, string])[] = [
  ["paragraph", "Text"],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`heading ${level}`, `Heading ${level}`] as const),
  ["unordered", "List"],
  ["ordered", "Numbered list"],
  ["quote", "Quote"],
  ["code", "Code"],
];

const KEYS: { readonly [key: string]: Mark } = { b: "bold", i: "italic", u: "underline", e: "code" };

/** An editor for rich text made of blocks. Each block or list item is one line. */
export function BlocksField({ attribute, models, value, faultId, onChange }: BlocksFieldProps) {
  // State is kept as lines: a round trip through the value would lose which items belong to the same list.
  const lines = useSignal(linesOf(value) ?? []);
  const caret = useSignal<Caret>({ line: -1, from: 0, to: 0, isDue: false });
  const set = (next: readonly Line[], to?: Omit<Caret, "isDue">) => {
    lines.value = next;
    if (to !== undefined) caret.value = { ...to, isDue: true };
    onChange(blocksOf(next));
  };
  const setRuns = (at: number, runs: readonly Run[]) => {
    const line = lines.value[at];
    if (line !== undefined) set(lines.value.with(at, { ...line, runs }));
  };
  const { line: active, from, to } = caret.value;
  const activeRuns = lines.value[active]?.runs ?? [];
  const span = orWord(textOf(activeRuns), { from, to });
  /** The marks of what is typed next at the caret; null: the marks of the text around it. */
  const next = useSignal<{ readonly [M in Mark]?: boolean } | null>(null);
  const isMarked = (mark: Mark) => next.value?.[mark] ?? hasMark(activeRuns, span, mark);
  const look = (change: (runs: readonly Run[]) => readonly Run[]) => {
    setRuns(active, change(activeRuns));
    caret.value = { ...caret.value, isDue: true };
  };
  const toggle = (mark: Mark) => {
    const { line, from, to } = caret.value;
    const runs = lines.value[line]?.runs ?? [];
    const span = orWord(textOf(runs), { from, to });
    if (from === to && (from === span.from || from === span.to)) {
      const isOn = next.value?.[mark] ?? hasMark(runs, { from: Math.max(0, from - 1), to: from }, mark);
      next.value = { ...next.value, [mark]: !isOn };
      caret.value = { ...caret.value, isDue: true };
    } else look((before) => withMark(before, span, mark, !hasMark(before, span, mark)));
  };
  const edit = (at: number, runs: readonly Run[]) => {
    const marks = next.value;
    const before = textOf(lines.value[at]?.runs ?? []).length;
    const typed = { from: caret.value.from, to: caret.value.from + textOf(runs).length - before };
    if (marks === null || caret.value.line !== at || typed.to <= typed.from) return setRuns(at, runs);
    next.value = null;
    const marked = MARKS.reduce((given, mark) => {
      const isOn = marks[mark];
      return isOn === undefined ? given : withMark(given, typed, mark, isOn);
    }, runs);
    setRuns(at, marked);
    caret.value = { line: at, from: typed.to, to: typed.to, isDue: true };
  };

  const onKey = (at: number, event: KeyboardEvent, { from, to }: Span) => {
    const line = lines.value[at];
    if (line === undefined) return;
    const { length } = textOf(line.runs);
    const done = (next: readonly Line[] | null, place: Omit<Caret, "isDue">) => {
      event.preventDefault();
      if (next !== null) set(next, place);
    };
    const mark = event.ctrlKey || event.metaKey ? KEYS[event.key] : undefined;
    if (mark !== undefined && line.kind !== "code") {
      event.preventDefault();
      caret.value = { ...caret.value, line: at, from, to };
      toggle(mark);
    } else if (event.key === "Enter" && (event.shiftKey || line.kind === "code")) {
      const broken = [...sliced(line.runs, 0, from), lineBreak(line.runs, from), ...sliced(line.runs, to)];
      done(lines.value.with(at, { ...line, runs: joined(broken) }), { line: at, from: from + 1, to: from + 1 });
    } else if (event.key === "Enter" && !event.isComposing) {
      const without = [...sliced(line.runs, 0, from), ...sliced(line.runs, to)];
      const next = split(lines.value.with(at, { ...line, runs: joined(without) }), at, from);
      done(next, { line: next.length > lines.value.length ? at + 1 : at, from: 0, to: 0 });
    } else if (event.key === "Backspace" && from === 0 && to === 0) {
      const end = textOf(lines.value[at - 1]?.runs ?? []).length;
      if (line.kind === "paragraph") done(mergedUp(lines.value, at), { line: at - 1, from: end, to: end });
      else done(chosen(lines.value, at, "paragraph"), { line: at, from: 0, to: 0 });
    } else if (event.key === "ArrowUp" && from === 0 && to === 0) step(at, -1, event);
    else if (event.key === "ArrowDown" && from === length && to === length) step(at, 1, event);
  };
  const step = (at: number, by: -1 | 1, event: KeyboardEvent) => {
    let to = at + by;
    for (let line = lines.value[to]; line !== undefined && !isText(line); line = lines.value[to]) to += by;
    const line = lines.value[to];
    if (line === undefined) return;
    event.preventDefault();
    const place = by === 1 ? 0 : textOf(line.runs).length;
    caret.value = { line: to, from: place, to: place, isDue: true };
  };

  return (
    <>
      <Toolbar
        label={attribute.name}
        isIdle={lines.value[active] === undefined || lines.value[active]?.kind === "code"}
        marked={isMarked}
        link={linkAt(activeRuns, span)}
        onMark={toggle}
        onLink={(url) => look((runs) => withLink(runs, span, url))}
      />
      <ol class="blocks">
        {lines.value.map((line, at) => {
          const name = `${attribute.name}, block ${at + 1}`;
          return (
            // Lines have no ids while they are edited, so their index is the key.
            <li key={at}>
              <LineView
                line={line}
                name={name}
                caret={caret.value.isDue && active === at ? caret.value : null}
                faultId={faultId}
                onCaret={(span) => {
                  const { line, from, to, isDue } = caret.value;
                  const isThere = line === at && span.from === from && span.to === to;
                  if (!isThere) next.value = null;
                  caret.value = { ...span, line: at, isDue: isThere && isDue };
                }}
                onRuns={(runs) => edit(at, runs)}
                onKey={(event, span) => onKey(at, event, span)}
              />
              {isText(line) && (
                <Select
                  label={`Kind of ${name}`}
                  options={CHOICES}
                  value={choiceOf(line)}
                  onChange={(choice) => set(chosen(lines.value, at, choice))}
                />
              )}
              <button
                type="button"
                class="icon"
                disabled={at === 0}
                aria-label={`Move ${name} up`}
                onClick={({ currentTarget }) => {
                  set(lines.value.toSpliced(at - 1, 2, line, lines.value[at - 1] ?? EMPTY_LINE));
                  focusLine(currentTarget.closest("li")?.previousElementSibling);
                }}
              >
                <Icon name="arrow-up" />
              </button>
              <button
                type="button"
                class="icon"
                aria-label={`Remove ${name}`}
                onClick={() => set(lines.value.toSpliced(at, 1))}
              >
                <Icon name="x" />
              </button>
            </li>
          );
        })}
      </ol>
      <div class="actions">
        <button
          type="button"
          aria-label={`Add text to ${attribute.name}`}
          onClick={() => set([...lines.value, EMPTY_LINE], { line: lines.value.length, from: 0, to: 0 })}
        >
          Add text
        </button>
        {models.byUid("plugin::upload.file") !== undefined && (
          <FilePicker
            label={`images of ${attribute.name}`}
            mime="image/"
            onChoose={(file) => set([...lines.value, imageLine(file)])}
          />
        )}
      </div>
    </>
  );
}

interface LineViewProps {
  readonly line: Line;
  readonly name: string;
  readonly caret: Span | null;
  readonly faultId: string | undefined;
  readonly onCaret: (span: Span) => void;
  readonly onRuns: (runs: readonly Run[]) => void;
  readonly onKey: (event: KeyboardEvent, span: Span) => void;
}

function LineView({ line, name, caret, faultId, onCaret, onRuns, onKey }: LineViewProps) {
  if (line.kind === "image") return <FileValue file={imageOf(line)} />;
  if (line.kind === "other") return <code>{String(member(line.rest, "type"))}</code>;
  return (
    <LineText
      label={name}
      look={choiceOf(line).replace(" ", "-")}
      runs={line.runs}
      caret={caret}
      faultId={faultId}
      onEdit={onRuns}
      onSelect={onCaret}
      onKey={onKey}
    />
  );
}

/**
 * Keeps the focus with a line that was moved: on the button that moved it while it can move further, else on the line.
 */
function focusLine(item: Element | null | undefined): void {
  const controls = ["button:enabled[aria-label^=Move]", ".line", "button:enabled"];
  const found = controls.map((control) => item?.querySelector<HTMLElement>(control));
  found.find((control) => control)?.focus();
}

/** A line break with the marks of the text before it. */
function lineBreak(runs: readonly Run[], at: number): Run {
  const before = sliced(runs, 0, at).at(-1);
  return { text: "\n", marks: before?.marks ?? {}, link: before?.link ?? null };
}
