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

/** All operations of the API, for trying them out; the first one, until another is chosen. */
export function ExplorerView() {
  const wanted = useSignal("");
  const document = openApi.value;
  if (document === null) return null;
  const endpoints = endpointsOf(document);
  const { path, query } = route.value;
  const url = query.get(REQUESTED);
  const requested = url === null ? null : requestedBy(url, endpoints);
  const named = endpoints.find((endpoint) => path[1] === undefined || endpoint.name === path[1]);
  const chosen = url === null ? named : requested?.endpoint;
  const description = directory.value?.links.openapi ?? "";
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
        <p class="faint">
          {count(endpoints.length)} operations, for tools: <code>{description}</code>,{" "}
          <code>{description.replace(/.*\/|json$/g, "")}yaml</code>
        </p>
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
          <p class="empty">No operation here answers this request.</p>
        ) : (
          <RequestForm
            key={`${chosen.name} ${url}`}
            document={document}
            endpoint={chosen}
            isNamed={url !== null || path[1] !== undefined}
            pathValues={requested?.pathValues ?? {}}
            query={requested?.query ?? ""}
          />
        )}
      </div>
    </div>
  );
}
