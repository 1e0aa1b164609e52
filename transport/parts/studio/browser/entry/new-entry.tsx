import { useSignal } from "@preact/signals";
import { member } from "../core/member.ts";
import { go, href, route } from "../core/route.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress, localeOf } from "../model/locales.ts";
import { type Model, routeName } from "../model/model.ts";
import { LocaleSwitch } from "../widgets/locale-switch.tsx";
import { EntryForm } from "./form/entry-form.tsx";
import { emptyValues } from "./form/form-values.ts";
import { forgetEdits, formKey } from "./unsaved.ts";

/** The form for a new entry. */
export function NewEntry({ model }: { readonly model: Model }) {
  const known = models.value;
  const outcome = useSignal("");
  if (known === null) return null;
  const path = ["content", routeName(model)];
  const asked = route.value.query.get("locale");
  const locale = localeOf(model, asked);
  const target = { model, documentId: "", locale };
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
          <a href={href(path, new URLSearchParams(localeInAddress(asked)))}>{model.displayName}</a> New entry
        </h1>
        {locale !== null && (
          <LocaleSwitch
            chosen={locale}
            present={null}
            onChoose={(code) => go(route.value.path, new URLSearchParams({ locale: code }))}
          />
        )}
      </div>
      <EntryForm target={target} models={known} values={emptyValues(model.inputs)} outcome={outcome} onSaved={show} />
    </div>
  );
}
