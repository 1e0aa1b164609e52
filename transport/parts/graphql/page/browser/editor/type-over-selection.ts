import { EditorView } from "@codemirror/view";

/**
 * Lets the editor, not the browser, insert text typed over a selection. The browser would keep the style of the replaced
 * text as an inline style, which the page's content security policy forbids.
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
    // Returning true prevents the browser's default.
    return true;
  },
});
