import { count } from "../core/format.ts";
import { href } from "../core/route.ts";
import { token } from "../core/session.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { type Model, routeName } from "../model/model.ts";
import { countEntries } from "./count-entries.ts";

/** The content types with their numbers of entries. */
export function Overview() {
  const types = models.value?.types ?? [];
  return (
    <div class="view">
      <h1>Content</h1>
      {types.length === 0 && (
        <p class="empty">
          {token.value === ""
            ? "Visitors may see no content here. Sign in at the top right, with a token of the server or as a user."
            : "This token may see no content. Sign out, and in again with another one."}
        </p>
      )}
      <Group title="Collections" types={types.filter(({ kind }) => kind !== "singleType")} />
      <Group title="Single types" types={types.filter(({ kind }) => kind === "singleType")} />
    </div>
  );
}

function Group({ title, types }: { readonly title: string; readonly types: readonly Model[] }) {
  if (types.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="types">
        {types.map((model) => (
          <li key={model.uid}>
            <a href={href(["content", routeName(model)])}>
              <strong>{model.displayName}</strong>
            </a>
            <code class="faint">{model.path}</code>
            {model.kind === "singleType" ? <span /> : <Counts model={model} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Counts({ model }: { readonly model: Model }) {
  const { value } = useLoad(`count ${model.uid}`, async (signal) => {
    const [published, drafts] = await Promise.all([
      countEntries(model, "published", signal),
      model.may.readDrafts ? countEntries(model, "draft", signal) : Promise.resolve(null),
    ]);
    return { published, drafts };
  });
  if (value === undefined) return <span class="faint">…</span>;
  const { published, drafts } = value;
  if (published === null) return <span class="faint">may not be read</span>;
  // Every document has a draft, so the drafts are all entries; users who may not see drafts get only published ones.
  const all = drafts ?? published;
  return (
    <span>
      {count(all)} {all === 1 ? "entry" : "entries"}
      {drafts !== null && <span class="faint">, {count(published)} published</span>}
    </span>
  );
}
