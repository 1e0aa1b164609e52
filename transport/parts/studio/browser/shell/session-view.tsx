import { type Signal, useSignal } from "@preact/signals";
import { directory } from "../core/directory.ts";
import { messageOf } from "../core/format.ts";
import { member } from "../core/member.ts";
import { ask, RefusedError } from "../core/request.ts";
import { fork, token } from "../core/session.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { openApi } from "../model/load-models.ts";
import { Dialog } from "../widgets/dialog.tsx";

/** The current caller: a visitor, a token, or a signed-in user. */
export function Session() {
  const isOpen = useSignal(false);
  return (
    <div class="session">
      {fork.value !== "" && (
        <button type="button" onClick={() => (fork.value = "")}>
          Fork {fork.value} ×
        </button>
      )}
      {token.value === "" ? (
        <button type="button" onClick={() => (isOpen.value = true)}>
          Sign in
        </button>
      ) : (
        <button type="button" onClick={() => (token.value = "")}>
          Sign out
        </button>
      )}
      {isOpen.value && <SignIn onDone={() => (isOpen.value = false)} />}
    </div>
  );
}

/** The sign-in path; undefined if the server has no users. */
function signInPath(): string | undefined {
  return Object.keys(openApi.value?.paths ?? {}).find((path) => path.endsWith("/auth/local"));
}

function SignIn({ onDone }: { readonly onDone: () => void }) {
  const path = signInPath();
  return (
    <Dialog title="Sign in" onClose={onDone}>
      <TokenForm onDone={onDone} />
      {path !== undefined && <UserForm path={path} onDone={onDone} />}
      <button type="button" onClick={onDone}>
        Cancel
      </button>
    </Dialog>
  );
}

function isUnknown(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 401;
}

function TokenForm({ onDone }: { readonly onDone: () => void }) {
  const typed = useSignal("");
  const { error, attempt } = useAttempt();
  const take = (event: Event) => {
    event.preventDefault();
    const given = typed.value.trim().replace(/^bearer\s+/i, "");
    attempt(async () => {
      // Any request that authenticates the caller will do: an unknown token is refused.
      const path = directory.value?.links.openapi;
      if (path !== undefined) await ask({ path, headers: { authorization: `Bearer ${given}` } });
      token.value = given;
      onDone();
    });
  };
  const wrong = error !== null && { "aria-invalid": true, "aria-describedby": "token-fault" };
  return (
    <form class="stacked" onSubmit={take}>
      <TextInput title="Token" text={typed} type="password" autocomplete="off" required {...wrong} />
      {error !== null && (
        <p id="token-fault" class="fault" role="alert">
          {isUnknown(error) ? "The server does not know this token" : messageOf(error)}
        </p>
      )}
      <p class="faint">
        <code>galley</code> prints one when it starts, unless the configuration has tokens. This tab keeps it until it
        is closed.
      </p>
      <button type="submit" class="primary">
        Use token
      </button>
    </form>
  );
}

function UserForm({ path, onDone }: { readonly path: string; readonly onDone: () => void }) {
  const identifier = useSignal("");
  const password = useSignal("");
  const { error, attempt } = useAttempt();
  const signIn = (event: Event) => {
    event.preventDefault();
    attempt(async () => {
      const body = { identifier: identifier.value, password: password.value };
      const { json } = await ask({ method: "POST", path, body });
      token.value = String(member(json, "jwt"));
      onDone();
    });
  };
  return (
    <form class="stacked" onSubmit={signIn}>
      <h3>As a user</h3>
      <TextInput title="Name or e-mail" text={identifier} autocomplete="username" />
      <TextInput title="Password" text={password} type="password" autocomplete="current-password" />
      {error !== null && (
        <p class="fault" role="alert">
          {messageOf(error)}
        </p>
      )}
      <button type="submit">Sign in as a user</button>
    </form>
  );
}

interface TextInputProps {
  readonly title: string;
  readonly text: Signal<string>;
  readonly type?: "password";
  readonly autocomplete: "off" | "username" | "current-password";
  readonly required?: boolean;
  readonly "aria-invalid"?: boolean;
  readonly "aria-describedby"?: string;
}

function TextInput({ title, text, ...input }: TextInputProps) {
  return (
    <label>
      {title}{" "}
      <input {...input} value={text.value} onInput={({ currentTarget }) => (text.value = currentTarget.value)} />
    </label>
  );
}
