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
  const message = messageOf(error);
  // A single fault has the message of the whole answer.
  const faults = error instanceof RefusedError ? error.faults.filter((fault) => fault.message !== message) : [];
  return (
    <div class="problem" role="alert" tabIndex={-1}>
      <strong>{message}</strong>
      {(status === 401 || status === 403) && <p>{whatHelps(status)}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ path, message: text }) => (
            <li key={path.join(".")}>{text.startsWith(path[0] ?? "") ? text : `${path.join(".")}: ${text}`}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
