import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { count } from "../core/format.ts";

/** Lines that are open at first; more would keep the browser busy. */
const MAX_LINES = 600;
/** Items of a list that are shown, and are added by a click. */
const MAX_ITEMS = 100;
const MAX_TEXT = 400;

/** JSON as a tree whose objects and lists fold. The text of the open lines is JSON itself. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  const open = useMemo(() => openAtFirst(value), [value]);
  return (
    <section class="json scroll" aria-label={label} onKeyDown={moveByKey}>
      <Node value={value} open={open} isLast isRoot />
    </section>
  );
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Breadth first, so that the outer levels of a large value are open, and the first of its items. */
function openAtFirst(root: unknown): ReadonlySet<object> {
  const open = new Set<object>();
  const waiting: object[] = isNested(root) ? [root] : [];
  let left = MAX_LINES;
  for (const value of waiting) {
    const parts = Object.values(value);
    const lines = Math.min(parts.length, MAX_ITEMS);
    if (lines > left && open.size > 0) continue;
    left -= lines;
    open.add(value);
    waiting.push(...parts.slice(0, MAX_ITEMS).filter(isNested));
  }
  return open;
}

interface NodeProps {
  /** Undefined in a list. */
  readonly name?: string | undefined;
  readonly value: unknown;
  readonly open: ReadonlySet<object>;
  readonly isLast: boolean;
  readonly isRoot?: boolean;
}

function Node({ name, value, open, isLast, isRoot = false }: NodeProps) {
  const comma = isLast ? "" : ",";
  const key =
    name === undefined ? null : (
      <>
        <span class="json-name">{JSON.stringify(name)}</span>
        {": "}
      </>
    );
  if (isNested(value) && Object.keys(value).length > 0) {
    return <Branch name={name} label={key} value={value} open={open} comma={comma} isRoot={isRoot} />;
  }
  return (
    <div class="json-line">
      {key}
      <Leaf value={value} />
      {comma}
    </div>
  );
}

interface BranchProps extends Pick<NodeProps, "name" | "open"> {
  readonly label: preact.JSX.Element | null;
  readonly value: object;
  readonly comma: string;
  readonly isRoot: boolean;
}

function Branch({ name, label, value, open, comma, isRoot }: BranchProps) {
  /** Null until it is clicked, so that another answer opens as it would by itself. */
  const wanted = useSignal<boolean | null>(null);
  const shown = useSignal(MAX_ITEMS);
  const isOpen = wanted.value ?? open.has(value);
  const isList = Array.isArray(value);
  const [start, end] = isList ? ["[", "]"] : ["{", "}"];
  const parts = Object.entries(value);
  const rest = parts.length - shown.value;
  return (
    <div class="json-line">
      <button
        type="button"
        class="fold"
        tabIndex={isRoot ? 0 : -1}
        aria-expanded={isOpen}
        aria-label={isRoot ? "Answer" : (name ?? "Item")}
        onClick={() => (wanted.value = !isOpen)}
      />
      {label}
      {start}
      {isOpen ? (
        <div class="json-inside">
          {parts.slice(0, shown.value).map(([part, inner], at) => (
            <Node
              key={part}
              name={isList ? undefined : part}
              value={inner}
              open={open}
              isLast={at === parts.length - 1}
            />
          ))}
          {rest > 0 && (
            <button type="button" class="more" onClick={() => (shown.value += MAX_ITEMS)}>
              {count(rest)} more
            </button>
          )}
        </div>
      ) : (
        <span class="faint"> {count(parts.length)} … </span>
      )}
      {end}
      {comma}
    </div>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === "string") {
    const rest = value.length - MAX_TEXT;
    return (
      <span class="json-text">
        {JSON.stringify(rest > 0 ? value.slice(0, MAX_TEXT) : value)}
        {rest > 0 && <span class="faint"> and {count(rest)} characters</span>}
      </span>
    );
  }
  return <span class={typeof value === "number" ? "json-number" : "json-word"}>{JSON.stringify(value)}</span>;
}

/** Up and Down go from line to line, Left folds and Right unfolds, as in every tree. */
function moveByKey(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement && currentTarget instanceof HTMLElement) || !target.matches(".fold")) return;
  const isOpen = target.getAttribute("aria-expanded") === "true";
  const folds = [...currentTarget.querySelectorAll<HTMLElement>(".fold")];
  const next = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (next !== 0) folds[folds.indexOf(target) + next]?.focus();
  else if (key !== (isOpen ? "ArrowLeft" : "ArrowRight")) return;
  else target.click();
  event.preventDefault();
}
