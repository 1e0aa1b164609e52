import { openJsonEditor, openJsonViewer } from "./editor/json-editors.ts";
import { replaceText, textOf } from "./editor/open-editor.ts";
import { prettifyObject, prettifyQuery } from "./editor/prettify.ts";
import { keys, openQueryEditor, setSchema } from "./editor/query-editor.ts";
import { findElement } from "./find-element.ts";
import { keptCredentials, keptDraft } from "./kept/draft.ts";
import { History } from "./kept/history.ts";
import { HistoryPanel } from "./kept/history-panel.ts";
import { linkTo, operationIn } from "./kept/share-link.ts";
import { connectTabs } from "./kept/tabs.ts";
import type { Operation } from "./operation.ts";
import { Runner } from "./runner.ts";
import { readSchema } from "./schema/read-schema.ts";
import { SchemaBrowser } from "./schema/schema-browser.ts";
import { SidePanels } from "./side-panels.ts";
import { messageOf, Status } from "./status.ts";

const part = (id: string): HTMLElement => findElement(id, HTMLElement);
const button = (id: string): HTMLButtonElement => findElement(id, HTMLButtonElement);

const status = new Status(part("status"));
const past = new History();
const schemaBrowser = new SchemaBrowser(part("schema"));
const historyPanel = new HistoryPanel(part("history"), past, take);
const panels = new SidePanels({ schema: () => {}, history: () => historyPanel.show() });
connectTabs(["variables", "headers"]);

const shortcuts = keys({ "Mod-Enter": run, "Ctrl-Enter": run, "Mod-Shift-f": prettify });
const begin = linkedOperation() ?? keptDraft.get();
const credentials = keptCredentials.get();
const token = findElement("token", HTMLInputElement);
token.value = credentials.token;

const query = openQueryEditor({
  parent: part("query"),
  text: begin.query,
  extensions: shortcuts,
  onTypeAsked: (name) => {
    panels.open("schema");
    schemaBrowser.open(name);
  },
});
const variables = openJsonEditor({
  parent: part("variables-editor"),
  label: "Variables, as JSON",
  text: begin.variables,
  extensions: shortcuts,
});
const headers = openJsonEditor({
  parent: part("headers-editor"),
  label: "Headers, as JSON",
  text: credentials.headers,
  extensions: shortcuts,
});
const result = openJsonViewer({ parent: part("result"), label: "Result", text: "" });
const runner = new Runner((text) => replaceText(result, text), status);

function operation(): Operation {
  return { query: textOf(query), variables: textOf(variables) };
}

/** Loads an operation into the editors. */
function take({ query: text, variables: values }: Operation): void {
  replaceText(query, text);
  replaceText(variables, values);
  query.focus();
}

/** Loads the operation of the address, and removes it there: from then on the editors hold it. */
function linkedOperation(): Operation | null {
  const linked = operationIn(location);
  if (linked !== null) history.replaceState(null, "", location.pathname);
  return linked;
}

function keep(): void {
  keptDraft.set(operation());
  keptCredentials.set({ token: token.value, headers: textOf(headers) });
}

function run(): void {
  keep();
  past.add(operation());
  if (panels.isOpen("history")) historyPanel.show();
  void runner.run({
    ...operation(),
    offset: query.state.selection.main.head,
    token: token.value,
    headers: textOf(headers),
  });
}

function prettify(): void {
  try {
    prettifyQuery(query);
    prettifyObject(variables);
    prettifyObject(headers);
  } catch (error) {
    status.fail(messageOf(error));
  }
}

async function share(): Promise<void> {
  const link = linkTo(operation());
  try {
    await navigator.clipboard.writeText(link);
    status.tell("The link was copied. It holds the operation and its variables, no headers.");
  } catch {
    // Not available over plain HTTP from another host: then the user copies by hand.
    history.replaceState(null, "", link);
    status.tell("The link is in the address bar.");
  }
}

async function learnSchema(): Promise<void> {
  try {
    const schema = await readSchema();
    setSchema(query, schema);
    schemaBrowser.setSchema(schema);
  } catch (error) {
    schemaBrowser.tell(messageOf(error));
    status.fail(messageOf(error));
  }
}

button("run").addEventListener("click", run);
button("prettify").addEventListener("click", prettify);
button("share").addEventListener("click", () => void share());
// Enter in the token field; the page's policy forbids form submission.
part("credentials").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
addEventListener("pagehide", keep);
addEventListener("hashchange", () => {
  const linked = linkedOperation();
  if (linked !== null) take(linked);
});
query.focus();
void learnSchema();
