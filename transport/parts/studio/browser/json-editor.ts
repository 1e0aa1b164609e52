import { linter, lintGutter } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { jsonLanguage } from "../../graphql/page/browser/editor/json-language.ts";
import { openEditor, textOf } from "../../graphql/page/browser/editor/open-editor.ts";
import { findJsonFault } from "./entry/form/json/find-json-fault.ts";

export interface JsonEditorOptions {
  readonly parent: HTMLElement;
  /** Its accessible name. */
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export interface JsonEditor {
  /** Tells screen readers whether its contents are invalid. */
  setInvalid(isInvalid: boolean): void;
  close(): void;
}

/** An editor for any JSON value, or none, that marks syntax errors. It is a separate script, loaded on first use. */
export function openJsonEditor({ parent, label, text, onChange }: JsonEditorOptions): JsonEditor {
  const changes = EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) onChange(textOf(view));
  });
  const editor = openEditor({
    parent,
    label,
    text,
    extensions: [jsonLanguage, linter(markFault, { delay: 300 }), lintGutter(), changes],
  });
  return {
    setInvalid: (isInvalid) => editor.contentDOM.setAttribute("aria-invalid", String(isInvalid)),
    close: () => editor.destroy(),
  };
}

function markFault(editor: EditorView) {
  const text = textOf(editor);
  const at = text.trim() === "" ? null : findJsonFault(text);
  if (at === null) return [];
  const to = Math.min(at + 1, text.length);
  const message = at >= text.length ? "The JSON ends too early" : "Not JSON from here";
  return [{ from: Math.min(at, Math.max(0, to - 1)), to, severity: "error" as const, message }];
}
