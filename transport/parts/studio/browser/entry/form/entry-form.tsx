import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Fault } from "../../core/fault.ts";
import { count } from "../../core/format.ts";
import { member } from "../../core/member.ts";
import { ask, type Call, RefusedError } from "../../core/request.ts";
import type { Attribute, Models } from "../../model/model.ts";
import { RequestPane } from "../../request-pane/request-pane.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Problem } from "../../widgets/problem.tsx";
import { isSameValue } from "../differences.ts";
import type { Status } from "../load-entry.ts";
import { addressOf, type Target } from "../target.ts";
import { editsOf, forgetEdits, formKey, keepEdits } from "../unsaved.ts";
import { Field } from "./field.tsx";
import type { FieldProps } from "./field-props.ts";
import { type FormValues, sentValues } from "./form-values.ts";
import { faultsIn, faultsLeft } from "./limits.ts";
import { suggestionFor, withSlugs } from "./slug.ts";

export interface EntryFormProps {
  readonly target: Target;
  readonly models: Models;
  /** The initial values. */
  readonly values: FormValues;
  /** The result of the last save. It outlives the form, which is rebuilt from the saved entry. */
  readonly outcome: Signal<string>;
  /** The request that read the entry, while nothing is changed; absent for a new entry. */
  readonly reading?: ComponentChildren;
  readonly onSaved: (entry: unknown) => void;
}

/** A form generated from the attributes of a type. Faults that the server reports are shown at their fields. */
export function EntryForm({ target, models, values, outcome, reading, onSaved }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { current: before } = useRef(values);
  const turn = useSignal(0);
  const refusals = useSignal(0);
  const isSaving = useSignal(false);
  const error = useSignal<unknown>(null);
  const faults = useSignal<readonly Fault[]>([]);
  const { model } = target;
  const isNew = target.documentId === "";
  const key = formKey(target);
  const edits = editsOf(key);
  const now = { ...before, ...edits };
  const change = (given: FormValues) => {
    const next = isNew ? withSlugs(model.inputs, now, given) : given;
    outcome.value = "";
    const changed = Object.keys(next).filter((name) => next[name] !== before[name]);
    keepEdits(key, Object.fromEntries(changed.map((name) => [name, next[name]])));
    const left = faultsLeft(faults.value, now, next);
    if (left.length === 0) error.value = null;
    if (left.length < faults.value.length) faults.value = left;
  };
  const refuse = (fault: unknown, found: readonly Fault[]) => {
    faults.value = found;
    error.value = fault;
    refusals.value++;
  };
  const startOver = () => {
    forgetEdits(key);
    error.value = null;
    faults.value = [];
    turn.value++;
  };
  const isChanged = (input: Attribute) => !isSameValue(input, before[input.name], now[input.name], models);
  const changed = model.inputs.filter(isChanged);
  const sent = isNew ? model.inputs.filter((input) => isChanged(input) || now[input.name] !== null) : changed;
  const saving = (status: Status): Call => ({
    method: isNew ? "POST" : "PUT",
    path: addressOf(target, model.drafts ? [["status", status]] : []),
    body: { data: sentValues(sent, now, models) },
  });
  const save = async (status: Status) => {
    if (isSaving.value) return;
    if (!isNew && changed.length === 0 && (status === "draft" || !model.drafts)) {
      outcome.value = "Nothing was changed";
      return;
    }
    // The server knows the needs of a draft.
    const found = status === "published" ? faultsIn(model.inputs, now, models) : [];
    if (found.length > 0) return refuse(null, found);
    isSaving.value = true;
    try {
      const { json } = await ask(saving(status));
      error.value = null;
      faults.value = [];
      outcome.value = !model.drafts ? "Saved" : status === "draft" ? "Draft saved" : "Saved and published";
      onSaved(member(json, "data"));
    } catch (fault) {
      refuse(fault, fault instanceof RefusedError ? fault.faults : []);
    } finally {
      isSaving.value = false;
    }
  };
  useEffect(() => {
    if (refusals.value === 0) return;
    // Focus the first faulty field, or else the general message: it may be far away from the button.
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find(WRONG) ?? find(".problem"))?.focus();
  }, [refusals.value]);
  const submitted = model.drafts ? "draft" : "published";
  const submit = (event: Event) => {
    event.preventDefault();
    save(submitted);
  };
  const isRefused = error.value !== null || faults.value.length > 0;
  return (
    <>
      <form ref={form} class="entry" onSubmit={submit} noValidate>
        {error.value !== null && <Problem error={error.value} />}
        <Fields
          key={turn.value}
          inputs={model.inputs}
          models={models}
          values={now}
          locale={target.locale}
          path={[]}
          faults={faults.value}
          onChange={change}
        />
        <div class="actions save">
          <button type="submit" class="primary">
            <Icon name="check" />
            {model.drafts ? "Save draft" : "Save"}
          </button>
          {model.drafts && (
            <button type="button" onClick={() => save("published")}>
              <Icon name="eye" />
              Save and publish
            </button>
          )}
          {changed.length > 0 && (
            <button type="button" onClick={startOver}>
              Start over
            </button>
          )}
          <span role="status" class={isRefused && !isSaving.value ? "fault" : "faint"}>
            {isSaving.value
              ? "Saving…"
              : isRefused
                ? notSaved(faults.value)
                : changed.length > 0
                  ? "Not saved yet"
                  : outcome}
          </span>
        </div>
      </form>
      {reading !== undefined && changed.length === 0 ? (
        reading
      ) : (
        <RequestPane write={saving(submitted)} error={error.value} hasPlan={false} />
      )}
    </>
  );
}

const INPUTS = ["input", "select", "textarea", "[contenteditable]", "button"];
const WRONG = INPUTS.map((input) => `.wrong ${input}`).join();

function notSaved(faults: readonly Fault[]): string {
  if (faults.length === 0) return "Not saved";
  return `Not saved: ${count(faults.length)} ${faults.length === 1 ? "fault" : "faults"}`;
}

/** `path`: of these fields within the entry. */
export interface FieldsProps extends Pick<FieldProps, "models" | "locale" | "path" | "faults"> {
  readonly inputs: readonly Attribute[];
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}

/** The fields of an entry, or of a component within it. */
export function Fields({ inputs, models, values, locale, path, faults, onChange }: FieldsProps) {
  return (
    <>
      {inputs.map((attribute) => (
        <Field
          key={attribute.name}
          attribute={attribute}
          models={models}
          value={values[attribute.name]}
          locale={locale}
          path={[...path, attribute.name]}
          faults={faults}
          suggestion={suggestionFor(attribute, values)}
          onChange={(value) => onChange({ ...values, [attribute.name]: value })}
        />
      ))}
    </>
  );
}
