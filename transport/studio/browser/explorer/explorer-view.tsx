import { useSignal } from "@preact/signals";
import { href, route } from "../core/route.ts";
import { openApi } from "../model/load-models.ts";
import { endpointsOf } from "./operations.ts";
import { RequestForm } from "./request-form.tsx";

/** All operations of the API, to be tried one by one. */
export function ExplorerView() {
  const wanted = useSignal("");
  const document = openApi.value;
  if (document === null) return null;
  const endpoints = endpointsOf(document);
  const name = route.value.path[1];
  const chosen = endpoints.find((endpoint) => endpoint.name === name);
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
        <ul class="list">
          {shown.map((endpoint) => (
            <li key={endpoint.name}>
              <a href={href(["explorer", endpoint.name])} {...(endpoint === chosen && { "aria-current": "true" })}>
                <code>
                  <strong>{endpoint.method}</strong> {endpoint.path}
                </code>
                <span class="faint">{endpoint.summary}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {chosen === undefined ? (
          <p class="faint">Choose an operation.</p>
        ) : (
          <RequestForm key={chosen.name} document={document} endpoint={chosen} />
        )}
      </div>
    </div>
  );
}
