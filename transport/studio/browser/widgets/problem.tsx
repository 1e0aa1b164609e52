import { messageOf } from "../core/format.ts";
import { RefusedError } from "../core/request.ts";
import { token } from "../core/session.ts";

function whatHelps(status: number): string {
  if (token.value === "") return "Visitors may not do this. Sign in, or give a token of the server.";
  return status === 401
    ? "The server does not know this token, or no longer. Sign out, and in again."
    : "This token may not do this.";
}

/** An error message, and what can be done about it. */
export function Problem({ error }: { readonly error: unknown }) {
  const status = error instanceof RefusedError ? error.status : 0;
  return (
    <div class="problem" role="alert" tabIndex={-1}>
      <strong>{messageOf(error)}</strong>
      {(status === 401 || status === 403) && <p>{whatHelps(status)}</p>}
      {error instanceof RefusedError && error.faults.length > 0 && (
        <ul>
          {error.faults.map(({ path, message }) => (
            <li key={path.join(".")}>
              {message.startsWith(path[0] ?? "") ? message : `${path.join(".")}: ${message}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
