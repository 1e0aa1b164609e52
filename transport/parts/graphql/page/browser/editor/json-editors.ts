import { linter } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { jsonLanguage } from "./json-language.ts";
import { type EditorOptions, openEditor, textOf } from "./open-editor.ts";

/** An editor of a JSON object, which marks syntax errors. */
export function openJsonEditor(options: EditorOptions): EditorView {
  return openEditor({ ...options, extensions: [options.extensions, jsonLanguage, linter(checkObject)] });
}

/** A read-only view of JSON with folding. */
export function openJsonViewer(options: Omit<EditorOptions, "extensions">): EditorView {
  const extensions: Extension = [
    jsonLanguage,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: "0" }),
  ];
  return openEditor({ ...options, extensions });
}

/** Parses a text as a JSON object; an empty text is an empty object. */
export function parseObject(text: string): { readonly [name: string]: unknown } {
  if (text.trim() === "") return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SyntaxError("This is JSON, but not an object: { … }");
  }
  // Objects from JSON.parse have text keys only.
  return value as { readonly [name: string]: unknown };
}

function checkObject(editor: EditorView) {
  try {
    parseObject(textOf(editor));
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ from: 0, to: editor.state.doc.length, severity: "error" as const, message }];
  }
}
