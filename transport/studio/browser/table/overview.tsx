import { count } from "../core/format.ts";
import { member } from "../core/member.ts";
import { withQuery } from "../core/query-text.ts";
import { send } from "../core/request.ts";
import { href } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { type Model, routeName } from "../model/model.ts";

/** The content types with their numbers of entries. */
export function Overview() {
  const types = models.value?.types ?? [];
  return (
    <div class="view">
      <h1>Content</h1>
      {types.length === 0 && (
        <p class="empty">You may see no content type. Sign in above, or give a token of the server.</p>
      )}
      <ul class="types">
        {types.map((model) => (
          <li key={model.uid}>
            <a href={href(["content", routeName(model)])}>
              <strong>{model.displayName}</strong>
            </a>
            <code class="faint">{model.path}</code>
            {model.kind === "singleType" ? <span class="faint">single type</span> : <Counts model={model} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Counts({ model }: { readonly model: Model }) {
  const { value } = useLoad(`count ${model.uid}`, async () => {
    const [published, drafts] = await Promise.all([
      total(model, "published"),
      model.drafts ? total(model, "draft") : Promise.resolve(null),
    ]);
    return { published, drafts };
  });
  if (value === undefined) return <span class="faint">…</span>;
  const { published, drafts } = value;
  if (published === null) return <span class="faint">may not be read</span>;
  return (
    <span>
      {count(published)} {model.drafts ? "published" : published === 1 ? "entry" : "entries"}
      {drafts !== null && `, ${count(drafts)} drafts`}
    </span>
  );
}

/** Null if the server does not report it. */
async function total(model: Model, status: string): Promise<number | null> {
  const parameters = [
    ["status", status],
    ["fields", "documentId"],
    ["pagination[pageSize]", "1"],
  ] as const;
  const { json } = await send({ path: withQuery(model.path, model.drafts ? parameters : parameters.slice(1)) });
  const value = member(member(member(json, "meta"), "pagination"), "total");
  return typeof value === "number" ? value : null;
}
