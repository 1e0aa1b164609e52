import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { go, href, route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress, localeOf } from "../model/locales.ts";
import { type Model, type Models, routeName } from "../model/model.ts";
import { LocaleSwitch } from "../widgets/locale-switch.tsx";
import { Problem } from "../widgets/problem.tsx";
import { EntryForm } from "./form/entry-form.tsx";
import { emptyValues, type FormValues, formValues } from "./form/form-values.ts";
import { loadVersions, type Versions } from "./load-entry.ts";
import { forgetEdits, formKey } from "./unsaved.ts";

/** The form for a new entry: empty, or with the values of another one. */
export function NewEntry({ model }: { readonly model: Model }) {
  const known = models.value;
  const outcome = useSignal("");
  const copied = route.value.query.get("copy") ?? undefined;
  const { value, error } = useLoad(`copy ${copied} ${route.value.query.get("locale")}`, async () => {
    if (known === null || copied === undefined) return emptyValues(model.inputs);
    const from = { model, documentId: copied, locale: localeOf(model, route.value.query.get("locale")) };
    return copiedValues(model, await loadVersions(from, known), known);
  });
  if (error !== null) return <Problem error={error} />;
  if (known === null || value === undefined) return <p class="faint">Reading…</p>;
  const path = ["content", routeName(model)];
  const asked = route.value.query.get("locale");
  const locale = localeOf(model, asked);
  const target = { model, documentId: "", ...(copied !== undefined && { copied }), locale };
  const show = (entry: unknown) => {
    forgetEdits(formKey(target));
    const isDraft = model.drafts && member(entry, "publishedAt") === null;
    const query = new URLSearchParams({ ...localeInAddress(asked), ...(isDraft && { versions: "draft" }) });
    go([...path, String(member(entry, "documentId"))], query);
  };
  return (
    <div class="view">
      <div class="bar">
        <h1>
          <a href={href(path, new URLSearchParams(localeInAddress(asked)))}>{model.displayName}</a>{" "}
          {copied === undefined ? "New entry" : "Duplicate"}
        </h1>
        {locale !== null && (
          <LocaleSwitch
            chosen={locale}
            present={null}
            onChoose={(code) => go(route.value.path, new URLSearchParams({ locale: code }))}
          />
        )}
      </div>
      <EntryForm target={target} models={known} values={value} outcome={outcome} onSaved={show} />
    </div>
  );
}

/** A linked entry of these belongs to one entry alone: a copy would take it away. */
const OWNING = new Set(["oneToOne", "oneToMany"]);

/** The values of an entry for another one: without values that only one may have. */
function copiedValues({ inputs }: Model, { published, draft }: Versions, models: Models): FormValues {
  const values = formValues(inputs, draft?.entry ?? published.entry, models);
  const shared = inputs.filter(({ type, unique, relation = "" }) => {
    return unique !== true && type !== "uid" && !OWNING.has(relation);
  });
  return { ...emptyValues(inputs), ...Object.fromEntries(shared.map(({ name }) => [name, values[name]])) };
}
