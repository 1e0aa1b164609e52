import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { graphql, updateSchema } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { openEditor } from "./open-editor.ts";

export interface QueryEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly extensions: Extension;
  /** Called with the type that the user clicks with Ctrl or Command held. */
  readonly onTypeAsked: (name: string) => void;
}

/** An editor of GraphQL, with completion and checks once it has the schema. */
export function openQueryEditor({ parent, text, extensions, onTypeAsked }: QueryEditorOptions): EditorView {
  const onShowInDocs = (_field?: string, type?: string, parentType?: string): void => {
    const name = (type ?? parentType)?.replace(/[[\]!]/g, "");
    if (name !== undefined) onTypeAsked(name);
  };
  return openEditor({
    parent,
    label: "Operation",
    text,
    extensions: [extensions, graphql(undefined, { onShowInDocs })],
  });
}

/** Enables completion and checks by this schema. */
export function setSchema(editor: EditorView, schema: GraphQLSchema): void {
  updateSchema(editor, schema);
}

/** Keys that take precedence over any editor's. */
export function keys(bindings: { readonly [key: string]: () => void }): Extension {
  return Prec.highest(
    keymap.of(
      Object.entries(bindings).map(([key, run]) => ({
        key,
        run: () => {
          run();
          return true;
        },
      })),
    ),
  );
}
