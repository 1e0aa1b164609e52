import type { Call } from "../core/request.ts";
import { Method } from "../explorer/method.tsx";

/** The method and the address of a request, a parameter on each line. Its text is the address itself. */
export function Address({ method = "GET", path }: Call) {
  const [before = "", query] = path.split(/\?(.*)/s);
  const parameters = query === undefined ? [] : query.split("&");
  return (
    <code class="url">
      <Method name={method} /> {before}
      {parameters.map((parameter, at) => {
        const [name = "", value = ""] = parameter.split(/=(.*)/s);
        return (
          <span key={name} class="parameter">
            {at === 0 ? "?" : "&"}
            <span class="json-name">{name}</span>=
            {<span class="json-text">{value.split(/(?<=,)/).map((part) => [part, <wbr key={part} />])}</span>}
          </span>
        );
      })}
    </code>
  );
}
