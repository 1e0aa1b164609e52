import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { member } from "../core/member.ts";
import { go, goWith, href, route } from "../core/route.ts";
import { useLoad } from "../core/use-load.ts";
import { models } from "../model/load-models.ts";
import { localeInAddress, localeOf } from "../model/locales.ts";
import { LOCALIZATIONS, type Model, type Models, routeName, SYSTEM, titleOf } from "../model/model.ts";
import { EntryPane } from "../request-pane/entry-pane.tsx";
import { LocaleSwitch } from "../widgets/locale-switch.tsx";
import { Problem } from "../widgets/problem.tsx";
import { StateBadge } from "../widgets/state-badge.tsx";
import { Tabs } from "../widgets/tabs.tsx";
import { Members } from "../widgets/value.tsx";
import { Actions } from "./actions.tsx";
import { Changes } from "./changes.tsx";
import { differences } from "./differences.ts";
import { EntryForm } from "./form/entry-form.tsx";
import { emptyValues, type FormValues, formValues } from "./form/form-values.ts";
import { loadVersions, type Versions } from "./load-entry.ts";
import type { Target } from "./target.ts";
import { editsOf, forgetEdits, formKey } from "./unsaved.ts";

interface EntryViewProps {
  readonly model: Model;
  /** Null for the entry of a single type. */
  readonly documentId: string | null;
}

type View = "published" | "draft" | "edit" | "changes";

/** Counts loads, so that the form is rebuilt for each loaded version. */
let lastLoad = 0;

/** One document: its versions, their differences, and a form to edit it. */
export function EntryView({ model, documentId }: EntryViewProps) {
  const known = models.value;
  const asked = route.value.query.get("locale");
  const locale = localeOf(model, asked);
  const target: Target = { model, documentId, locale };
  const isSaved = useRef(false);
  const { value, error, reload } = useLoad(`${model.uid} ${documentId} ${locale}`, async () => {
    const versions = known === null ? undefined : await loadVersions(target, known);
    if (isSaved.current) forgetEdits(formKey(target));
    isSaved.current = false;
    return versions;
  });
  const loads = useMemo(() => ++lastLoad, [value]);
  const outcome = useSignal("");
  const wanted = useSignal<View>(route.value.query.get("versions") === "draft" ? "draft" : "published");
  const path = ["content", routeName(model)];
  const list = new URLSearchParams(localeInAddress(asked));
  if (error !== null) {
    return (
      <div class="view">
        <h1>
          <a href={href(path, list)}>{model.displayName}</a> {documentId}
        </h1>
        <Problem error={error} />
      </div>
    );
  }
  if (value === undefined || known === null) return <p class="faint">Reading…</p>;
  const { published, draft, other } = value;
  const newest = draft?.entry ?? published.entry ?? other;
  const changed =
    published.entry !== null && draft?.entry ? differences(model, published.entry, draft.entry, known) : [];
  const isEdited = Object.keys(editsOf(formKey(target))).length > 0;
  const views = viewsOf(model, value, { changes: changed.length, isEdited });
  const view = views.some(([name]) => name === wanted.value) ? wanted.value : (views[0]?.[0] ?? "published");
  const version =
    view !== "published" && draft !== null ? draft : published.entry === null ? (draft ?? published) : published;
  const pane = <EntryPane model={model} reply={version.reply} />;
  return (
    <div class="view">
      <div class="bar">
        <h1>
          {documentId !== null && <a href={href(path, list)}>{model.displayName}</a>}{" "}
          {model.kind === "singleType" ? model.displayName : titleOf(model, newest)}
        </h1>
        {locale !== null && (
          <LocaleSwitch chosen={locale} present={localesOf(newest)} onChoose={(code) => goWith("locale", code)} />
        )}
        {other === null ? (
          <>
            <EntryState model={model} versions={value} isChanged={changed.length > 0} />
            <Actions
              target={target}
              models={known}
              versions={value}
              changed={changed}
              onDone={() => {
                outcome.value = "";
                reload();
              }}
              onDeleted={() => {
                forgetEdits(formKey(target));
                go(path, list);
              }}
            />
          </>
        ) : (
          <span class="badge">
            not written in {locale}
            {published.entry !== null || draft?.entry ? `, shown in ${member(other, "locale")}` : ""}
          </span>
        )}
      </div>
      <Tabs label="Views of the entry" tabs={views} chosen={view} onChoose={(name) => (wanted.value = name)} />
      {view === "edit" ? (
        <EntryForm
          key={loads}
          target={target}
          models={known}
          values={other === null ? valuesOf(model, value, known) : valuesOfNewLocale(model, other, known)}
          outcome={outcome}
          reading={pane}
          onSaved={() => {
            isSaved.current = true;
            reload();
          }}
        />
      ) : (
        <>
          {view !== "changes" && pane}
          {view === "changes" ? (
            <Changes target={target} models={known} changed={changed} onDone={reload} />
          ) : version.entry === null ? (
            <p class="empty">Nothing is written here yet.</p>
          ) : (
            <Members attributes={[...model.attributes, ...SYSTEM]} entry={version.entry} />
          )}
          {view === "changes" && pane}
        </>
      )}
    </div>
  );
}

function viewsOf(
  model: Model,
  { published, draft, other }: Versions,
  { changes, isEdited }: { readonly changes: number; readonly isEdited: boolean },
): readonly (readonly [View, string])[] {
  const isThere = published.entry !== null || draft?.entry;
  return [
    ...(published.entry === null ? [] : [["published", model.drafts ? "Published" : "Entry"] as const]),
    ...(draft?.entry ? [["draft", "Draft"] as const] : []),
    ...(changes > 0 ? [["changes", `Changes (${changes})`] as const] : []),
    ...(model.may.update
      ? [["edit", `${isThere && other === null ? "Edit" : "Write"}${isEdited ? ", not saved" : ""}`] as const]
      : []),
  ];
}

/** The form edits the draft. For users who may not see drafts it starts from the published version. */
function valuesOf({ inputs, drafts }: Model, { published, draft }: Versions, models: Models): FormValues {
  if (draft?.entry) return formValues(inputs, draft.entry, models, "same version");
  return formValues(inputs, published.entry, models, drafts ? "another version" : "same version");
}

/** A new locale starts with the values that all locales share. */
function valuesOfNewLocale({ inputs }: Model, other: unknown, models: Models): FormValues {
  const shared = inputs.filter((attribute) => attribute.shared === true);
  return { ...emptyValues(inputs), ...formValues(shared, other, models) };
}

/** The locales in which a document exists. */
function localesOf(entry: unknown): ReadonlySet<string> {
  const others = member(entry, LOCALIZATIONS);
  const entries: readonly unknown[] = Array.isArray(others) ? [entry, ...others] : [entry];
  return new Set(entries.map((each) => String(member(each, "locale"))));
}

interface EntryStateProps {
  readonly model: Model;
  readonly versions: Versions;
  readonly isChanged: boolean;
}

function EntryState({ model, versions: { published, draft }, isChanged }: EntryStateProps) {
  if (!model.drafts) return null;
  if (published.entry === null && !draft?.entry) return <span class="badge">not written</span>;
  return <StateBadge state={published.entry === null ? "draft" : isChanged ? "modified" : "published"} />;
}
