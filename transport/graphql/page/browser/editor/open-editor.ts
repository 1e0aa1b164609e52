import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { editorTheme } from "./editor-theme.ts";
import { typeOverSelection } from "./type-over-selection.ts";

export interface EditorOptions {
  readonly parent: HTMLElement;
  /** What it is called by screen readers. */
  readonly label: string;
  readonly text: string;
  readonly extensions: Extension;
}

/**
 * Puts an editor into an element. It lives in a shadow root, where its styles are adopted sheets: a document would be
 * given style elements, which the page's content security policy forbids.
 */
export function openEditor({ parent, label, text, extensions }: EditorOptions): EditorView {
  const root = parent.attachShadow({ mode: "open" });
  return new EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      // First, so that its keys win over the general ones.
      extensions,
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      typeOverSelection,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
      editorTheme,
      // Tab moves on to the next element, as everywhere on a page.
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
    ],
  });
}

/** Puts another text in the place of all that an editor holds; can be undone. */
export function replaceText(editor: EditorView, text: string): void {
  if (textOf(editor) === text) return;
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
}

export function textOf(editor: EditorView): string {
  return editor.state.doc.toString();
}
