import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const wavy = (color: string) => ({
  // In place of pictures, which the page's content security policy forbids.
  backgroundImage: "none",
  textDecoration: `underline wavy ${color}`,
  textUnderlineOffset: "0.2em",
});

const marker = (color: string, sign: string) => ({ content: `"${sign}"`, color, fontWeight: "bold" });

const theme = EditorView.theme({
  "&": { flex: "1", minWidth: "0", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "14px" },
  // The page shows a border around the editor, gutters included.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--faint)", backgroundColor: "var(--paper)", border: "none" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selected)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--found)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--raised)", borderColor: "var(--line)", color: "var(--faint)" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--raised)", border: "1px solid var(--line)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--on-accent)",
    background: "var(--accent)",
  },
  ".cm-completionDetail": { opacity: "0.75" },
  ".cm-lintRange-error": wavy("var(--fault)"),
  ".cm-lintRange-warning": wavy("var(--number)"),
  ".cm-lintRange-info": wavy("var(--name)"),
  ".cm-lint-marker-error": marker("var(--fault)", "!"),
});

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], color: "var(--keyword)" },
  { tag: [tags.propertyName, tags.attributeName, tags.name], color: "var(--name)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.integer, tags.float, tags.bool, tags.null], color: "var(--number)" },
  { tag: tags.variableName, color: "var(--accent)" },
  { tag: tags.lineComment, color: "var(--faint)", fontStyle: "italic" },
]);

/** Colours by the page's custom properties, so that light and dark are switched in one place. */
export const editorTheme: Extension = [theme, syntaxHighlighting(colors)];
