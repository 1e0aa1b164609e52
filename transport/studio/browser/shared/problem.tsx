import { messageOf } from "../core/format.ts";
import { RefusedError } from "../core/request.ts";
import { token } from "../core/session.ts";

/** What went wrong, and what can be done about it. */
export function Problem({ error }: { readonly error: unknown }) {
  const status = error instanceof RefusedError ? error.status : 0;
  return (
    <div class="problem" role="alert">
      <strong>{messageOf(error)}</strong>
      {(status === 401 || status === 403) && (
        <p>
          {token.value === ""
            ? "Visitors may not do this. Sign in, or give a token of the server."
            : "This token may not do this."}
        </p>
      )}
      {error instanceof RefusedError && error.faults.length > 0 && (
        <ul>
          {error.faults.map(({ path, message }) => (
            <li key={path.join(".")}>
              <code>{path.join(".")}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
