import { Method } from "../explorer/method.tsx";

/** The address of a GET, a parameter on each line. Its text is the address itself. */
export function Address({ path }: { readonly path: string }) {
  const [before = "", query] = path.split(/\?(.*)/s);
  const parameters = query === undefined ? [] : query.split("&");
  return (
    <code class="url">
      <Method name="GET" /> {before}
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
