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
  /** Its name for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly extensions: Extension;
}

/**
 * Creates an editor in an element. It lives in a shadow root, where its styles are adopted sheets: in the document they
 * would be style elements, which the page's content security policy forbids.
 */
export function openEditor({ parent, label, text, extensions }: EditorOptions): EditorView {
  const root = parent.attachShadow({ mode: "open" });
  return new EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      // First, so that its keys take precedence over the general ones.
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
      // Tab moves to the next element, as everywhere on a page.
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

/** Replaces the whole text of an editor; can be undone. */
export function replaceText(editor: EditorView, text: string): void {
  if (textOf(editor) === text) return;
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
}

export function textOf(editor: EditorView): string {
  return editor.state.doc.toString();
}
