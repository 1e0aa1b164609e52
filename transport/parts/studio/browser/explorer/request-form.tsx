import { useSignal } from "@preact/signals";
import { type Reply, send } from "../core/request.ts";
import { useAttempt } from "../core/use-attempt.ts";
import type { OpenApi, Parameter } from "../model/open-api.ts";
import { CopyButton } from "../widgets/copy-button.tsx";
import { Problem } from "../widgets/problem.tsx";
import { AsCode } from "./as-code.tsx";
import { exampleBody } from "./example-body.ts";
import { Method } from "./method.tsx";
import { ReplyView } from "./reply-view.tsx";
import type { Requested } from "./requested.ts";
import { sampleOf } from "./sample.ts";

/** With the initial values. */
interface RequestFormProps extends Requested {
  readonly document: OpenApi;
  /** Whether the address names it; otherwise the view begins at its own heading. */
  readonly isNamed: boolean;
}

/** A request to one operation: edited by hand, sent, and shown as code. */
export function RequestForm({ document, endpoint, isNamed, ...begun }: RequestFormProps) {
  const takesJson = endpoint.bodyType === "application/json";
  const values = useSignal(begun.pathValues);
  const query = useSignal(begun.query);
  const body = useSignal(takesJson ? exampleBody(document, endpoint.bodySchema) : "");
  const reply = useSignal<Reply | null>(null);
  const { error, attempt } = useAttempt();
  const sample = sampleOf(
    { endpoint, pathValues: values.value, query: query.value },
    takesJson ? body.value : undefined,
  );
  const submit = (event: Event) => {
    event.preventDefault();
    const content = takesJson ? { headers: { "content-type": "application/json" }, body: body.value } : {};
    attempt(async () => {
      reply.value = await send({ method: endpoint.method, path: sample.target, ...content });
    });
  };
  const inPath = endpoint.parameters.filter((parameter) => parameter.in === "path");
  return (
    <form class="request" onSubmit={submit}>
      <h2 {...(isNamed && { "data-arrival": "" })}>
        <Method name={endpoint.method} /> <code>{endpoint.path}</code>
      </h2>
      <p>{endpoint.summary}</p>
      {inPath.map(({ name }) => (
        <label key={name}>
          {name}{" "}
          <input
            required
            value={values.value[name] ?? ""}
            onInput={({ currentTarget }) => (values.value = { ...values.value, [name]: currentTarget.value })}
          />
        </label>
      ))}
      <label>
        Query{" "}
        <input
          class="code"
          value={query.value}
          placeholder="sort=title&pagination[pageSize]=10"
          onInput={({ currentTarget }) => (query.value = currentTarget.value.replace(/^\?/, ""))}
        />
      </label>
      <Parameters parameters={endpoint.parameters.filter((parameter) => parameter.in === "query")} />
      {takesJson && (
        <label>
          Body{" "}
          <textarea
            class="code"
            rows={8}
            spellcheck={false}
            value={body.value}
            onInput={({ currentTarget }) => (body.value = currentTarget.value)}
          />
        </label>
      )}
      {endpoint.bodyType !== undefined && !takesJson && (
        <p class="faint">
          Takes <code>{endpoint.bodyType}</code>, which is not sent from here: the view Files does.
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary">
          Send
        </button>
        <CopyButton text={sample.url}>Copy URL</CopyButton>
      </div>
      {error !== null && <Problem error={error} />}
      {reply.value !== null && <ReplyView reply={reply.value} />}
      <AsCode sample={sample} />
    </form>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <details>
      <summary>Parameters</summary>
      <dl class="members">
        {parameters.map(({ name, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
