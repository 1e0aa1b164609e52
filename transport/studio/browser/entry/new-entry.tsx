import { member } from "../core/request.ts";
import { go, href } from "../core/route.ts";
import { models } from "../model/load-models.ts";
import { type Model, routeName } from "../model/model.ts";
import { EntryForm } from "./entry-form.tsx";
import { emptyValues } from "./form-values.ts";

/** A form for an entry that is not there yet. */
export function NewEntry({ model }: { readonly model: Model }) {
  const known = models.value;
  if (known === null) return null;
  const path = ["content", routeName(model)];
  const show = (entry: unknown) => {
    const isDraft = model.drafts && member(entry, "publishedAt") === null;
    const query = new URLSearchParams(isDraft ? { versions: "draft" } : {});
    go([...path, String(member(entry, "documentId"))], query);
  };
  return (
    <div class="view">
      <h1>
        <a href={href(path)}>{model.displayName}</a> New entry
      </h1>
      <EntryForm
        target={{ model, documentId: "", locale: null }}
        models={known}
        values={emptyValues(model.attributes)}
        onSaved={show}
      />
    </div>
  );
}
