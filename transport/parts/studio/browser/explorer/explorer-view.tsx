import { useSignal } from "@preact/signals";
import { directory } from "../core/directory.ts";
import { REQUESTED } from "../core/explorer-address.ts";
import { count } from "../core/format.ts";
import { href, route } from "../core/route.ts";
import { openApi } from "../model/load-models.ts";
import { Method } from "./method.tsx";
import { endpointsOf } from "./operations.ts";
import { RequestForm } from "./request-form.tsx";
import { requestedBy } from "./requested.ts";

/** The view before an operation is chosen. */
function Introduction({ isMissed, operations }: { readonly isMissed: boolean; readonly operations: number }) {
  const path = directory.value?.links.openapi ?? "";
  return (
    <div class="empty">
      {isMissed && <p>No operation here answers this request.</p>}
      <p>Choose one of {count(operations)} operations to send a request, and to copy it as code.</p>
      <p>
        Their description for tools: <code>{path}</code> and <code>{path.replace(/json$/, "yaml")}</code>
      </p>
    </div>
  );
}

/** All operations of the API, for trying them out. */
export function ExplorerView() {
  const wanted = useSignal("");
  const document = openApi.value;
  if (document === null) return null;
  const endpoints = endpointsOf(document);
  const { path, query } = route.value;
  const url = query.get(REQUESTED);
  const requested = url === null ? null : requestedBy(url, endpoints);
  const chosen = requested?.endpoint ?? endpoints.find((endpoint) => endpoint.name === path[1]);
  const words = wanted.value.toLowerCase().split(/\s+/);
  const shown = endpoints.filter((endpoint) => {
    const text = `${endpoint.name} ${endpoint.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div class="view explorer">
      <nav aria-label="Operations">
        <h1>API</h1>
        <input
          type="search"
          aria-label="Find an operation"
          placeholder="Find"
          value={wanted.value}
          onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
        />
        {shown.length === 0 && <p class="faint">No operation matches.</p>}
        <ul class="list">
          {shown.map((endpoint) => (
            <li key={endpoint.name}>
              <a href={href(["explorer", endpoint.name])} {...(endpoint === chosen && { "aria-current": "true" })}>
                <Method name={endpoint.method} /> <code>{endpoint.path}</code>
                <span class="faint">{endpoint.summary}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {chosen === undefined ? (
          <Introduction isMissed={url !== null} operations={endpoints.length} />
        ) : (
          <RequestForm
            key={`${chosen.name} ${url}`}
            document={document}
            endpoint={chosen}
            pathValues={requested?.pathValues ?? {}}
            query={requested?.query ?? ""}
          />
        )}
      </div>
    </div>
  );
}
