import { type Parameters, withQuery } from "../core/query-text.ts";
import { type Reply, send, writes } from "../core/request.ts";
import { goWith, route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import type { Model } from "../model/model.ts";
import { Chooser } from "./chooser.tsx";
import { RequestPane } from "./request-pane.tsx";
import { choicesOf, readSelection, wholeSelection, writeSelection } from "./selection.ts";
import { selectionParameters } from "./selection-parameters.ts";

interface EntryPaneProps {
  readonly model: Model;
  /** The answer with the whole entry. */
  readonly reply: Reply;
}

/** The request of an entry: for the whole entry, or for the selection in the address. */
export function EntryPane({ model, reply }: EntryPaneProps) {
  const known = models.value;
  const choices = choicesOf(model);
  const text = route.value.query.get("columns");
  const selection = text === null ? known && wholeSelection(choices, known) : readSelection(text);
  const path =
    text === null || known === null || selection === null
      ? reply.path
      : withSelection(reply.path, selectionParameters(selection, choices, known));
  const isWhole = path === reply.path;
  const { value, error, isLoading } = useLoad(`${path} ${writes.value}`, async (signal) =>
    isWhole ? undefined : send({ path, signal, headers: { "x-galley-explain": "1" } }),
  );
  if (known === null || selection === null) return null;
  return (
    <RequestPane reply={isWhole ? reply : (value ?? reply)} error={error} isLoading={isLoading}>
      <Chooser
        choices={choices}
        selection={selection}
        models={known}
        onChange={(next) => goWith("columns", writeSelection(next))}
      />
    </RequestPane>
  );
}

/** The same request for another selection. */
function withSelection(path: string, parameters: Parameters): string {
  const [root = "", query = ""] = path.split(/\?(.*)/s);
  const others = [...new URLSearchParams(query)].filter(([name]) => !/^(?:fields|populate)\b/.test(name));
  return withQuery(root, [...others, ...parameters]);
}
