import { indentRange } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { Lexer, parse, print, Source, TokenKind } from "graphql";
import { parseObject } from "./json-editors.ts";
import { replaceText, textOf } from "./open-editor.ts";

/**
 * Formats a document. GraphQL's printer drops comments: a document with comments keeps its lines, and only their
 * indentation is corrected.
 *
 * @throws GraphQLError for a syntax error.
 */
export function prettifyQuery(editor: EditorView): void {
  const text = textOf(editor);
  const document = parse(text);
  if (hasComments(text)) editor.dispatch({ changes: indentRange(editor.state, 0, text.length) });
  else replaceText(editor, print(document));
}

/** Formats a JSON object. Throws SyntaxError for anything else. */
export function prettifyObject(editor: EditorView): void {
  const text = textOf(editor);
  if (text.trim() !== "") replaceText(editor, JSON.stringify(parseObject(text), null, 2));
}

function hasComments(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  // `advance` skips comments, the tokens themselves do not.
  lexer.advance();
  for (let token = lexer.token; token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (token.prev?.kind === TokenKind.COMMENT) return true;
  }
  return lexer.token.prev?.kind === TokenKind.COMMENT;
}
