import { linter } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { jsonLanguage } from "./json-language.ts";
import { type EditorOptions, openEditor, textOf } from "./open-editor.ts";

/** An editor of a JSON object, which says where it is none. */
export function openJsonEditor(options: EditorOptions): EditorView {
  return openEditor({ ...options, extensions: [options.extensions, jsonLanguage, linter(checkObject)] });
}

/** Shows JSON that can be read, folded and copied, but not changed. */
export function openJsonViewer(options: Omit<EditorOptions, "extensions">): EditorView {
  const extensions: Extension = [
    jsonLanguage,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: "0" }),
  ];
  return openEditor({ ...options, extensions });
}

/** The object that a text is in JSON; an empty text is an empty one. */
export function parseObject(text: string): { readonly [name: string]: unknown } {
  if (text.trim() === "") return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SyntaxError("This is JSON, but not an object: { … }");
  }
  // An object that JSON.parse made has names of text alone.
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
