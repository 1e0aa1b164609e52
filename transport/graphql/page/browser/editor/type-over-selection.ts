import { EditorView } from "@codemirror/view";

/**
 * Has text that is typed over a selection put in by the editor. A browser would do it in the document, and keep the look
 * of what it replaces by an inline style, which the page's content security policy forbids.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data: text }, view) {
    const { state } = view;
    const { main } = state.selection;
    if (inputType !== "insertText" || text === null || main.empty || state.readOnly) return false;
    const insert = () => state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    // Such as brackets, which close around the selection.
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert))) view.dispatch(insert());
    // A true answer has the browser's own doing prevented.
    return true;
  },
});
