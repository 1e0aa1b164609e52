import { useEffect } from "preact/hooks";
import { BASE } from "../core/base.ts";
import { directory } from "../core/directory.ts";
import { token } from "../core/session.ts";

/** The GraphQL editor, with Studio's token. */
export function GraphqlView() {
  const path = `${BASE}${directory.value?.links.graphql ?? "/graphql"}`;
  handOver(path, token.value);
  useEffect(() => {
    document.body.classList.add("filled");
    return () => document.body.classList.remove("filled");
  }, []);
  return <iframe key={token.value} class="page" title="GraphQL" src={path} />;
}

/** The editor keeps its credentials in the same tab under this key (graphql/page/browser/draft.ts). */
function handOver(path: string, value: string): void {
  try {
    const key = `galley ${path} credentials`;
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    sessionStorage.setItem(key, JSON.stringify({ headers: "", ...Object(kept), token: value }));
  } catch {
    // Storage is full, or the user has disabled it: the editor asks for the token.
  }
}
