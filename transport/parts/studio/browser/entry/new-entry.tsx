import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { go, goWith, href, route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress, localeOf } from "../model/locales.ts";
import { type Model, type Models, routeName } from "../model/model.ts";
import { LocaleSwitch } from "../widgets/locale-switch.tsx";
import { Problem } from "../widgets/problem.tsx";
import { EntryForm, type EntryFormProps } from "./form/entry-form.tsx";
import { emptyValues, type FormValues, formValues } from "./form/form-values.ts";
import { loadVersions, type Versions } from "./load-entry.ts";
import { forgetEdits, formKey } from "./unsaved.ts";

/** The form for a new entry: empty, or with the values of another entry. */
export function NewEntry({ model }: { readonly model: Model }) {
  const known = models.value;
  const outcome = useSignal("");
  if (known === null) return null;
  const path = ["content", routeName(model)];
  const { query } = route.value;
  const [copied, asked] = [query.get("copy") ?? undefined, query.get("locale")];
  const locale = localeOf(model, asked);
  const target = { model, documentId: "", ...(copied !== undefined && { copied }), locale };
  const show = (entry: unknown) => {
    forgetEdits(formKey(target));
    const isDraft = model.drafts && member(entry, "publishedAt") === null;
    const query = new URLSearchParams({ ...localeInAddress(asked), ...(isDraft && { versions: "draft" }) });
    go([...path, String(member(entry, "documentId"))], query);
  };
  const form = { target, models: known, outcome, onSaved: show };
  return (
    <div class="view">
      <div class="bar">
        <h1>
          <a href={href(path, new URLSearchParams(localeInAddress(asked)))}>{model.displayName}</a>{" "}
          {copied === undefined ? "New entry" : "Duplicate"}
        </h1>
        {locale !== null && <LocaleSwitch chosen={locale} present={null} onChoose={(code) => goWith("locale", code)} />}
      </div>
      {copied === undefined ? (
        <EntryForm {...form} values={emptyValues(model.inputs)} />
      ) : (
        <CopyForm key={`${copied} ${locale}`} {...form} copied={copied} />
      )}
    </div>
  );
}

interface CopyFormProps extends Omit<EntryFormProps, "values"> {
  /** The documentId of the entry to copy. */
  readonly copied: string;
}

function CopyForm({ copied, ...form }: CopyFormProps) {
  const { target, models } = form;
  const { value, error } = useLoad(`copy ${copied} ${target.locale}`, async () =>
    copiedValues(target.model, await loadVersions({ ...target, documentId: copied }, models), models),
  );
  if (error !== null) return <Problem error={error} />;
  return value === undefined ? <p class="faint">Reading…</p> : <EntryForm {...form} values={value} />;
}

/** A relation to these entries belongs to one entry alone: a copy would take them away. */
const OWNING = new Set(["oneToOne", "oneToMany"]);

/** The values of an entry for a new one, without the values that only one entry may have. */
function copiedValues({ inputs }: Model, { published, draft, other }: Versions, models: Models): FormValues {
  const shared = inputs.filter(({ type, unique, relation = "" }) => {
    return unique !== true && type !== "uid" && !OWNING.has(relation);
  });
  return { ...emptyValues(inputs), ...formValues(shared, draft?.entry ?? published.entry ?? other, models) };
}
