import { useSignal } from "@preact/signals";
import { ask, type Fault, member, RefusedError } from "../core/request.ts";
import type { Model, Models } from "../model/model.ts";
import { Problem } from "../shared/problem.tsx";
import { comparable } from "./differences.ts";
import { Field } from "./field.tsx";
import { editable, type FormValues, sentValues } from "./form-values.ts";
import type { Status } from "./load-entry.ts";
import { addressOf, type Target } from "./target.ts";

interface EntryFormProps {
  readonly target: Target;
  readonly models: Models;
  /** What it begins with. */
  readonly values: FormValues;
  readonly onSaved: (entry: unknown) => void;
}

/** A form made of the attributes of a type. What the server refuses stands at its field. */
export function EntryForm({ target, models, values, onSaved }: EntryFormProps) {
  const now = useSignal(values);
  const error = useSignal<unknown>(null);
  const { model } = target;
  const isNew = target.documentId === "";
  const changed = () => {
    const differs = ({ name }: { readonly name: string }) => comparable(now.value[name]) !== comparable(values[name]);
    return model.attributes.filter(isNew ? ({ name }) => now.value[name] !== null : differs);
  };
  const save = async (status: Status) => {
    const path = addressOf(target, model.drafts ? [["status", status]] : []);
    const data = sentValues(changed(), now.value, models);
    try {
      const { json } = await ask({ method: isNew ? "POST" : "PUT", path, body: { data } });
      error.value = null;
      onSaved(member(json, "data"));
    } catch (fault) {
      error.value = fault;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    save(model.drafts ? "draft" : "published");
  };
  const faults = error.value instanceof RefusedError ? error.value.faults : [];
  return (
    <form class="entry" onSubmit={submit} noValidate>
      {error.value !== null && <Problem error={error.value} />}
      <Fields
        attributes={model.attributes}
        models={models}
        values={now.value}
        path={[]}
        faults={faults}
        onChange={(next) => (now.value = next)}
      />
      <div class="actions">
        <button type="submit" class="primary">
          {model.drafts ? "Save draft" : "Save"}
        </button>
        {model.drafts && (
          <button type="button" onClick={() => save("published")}>
            Save and publish
          </button>
        )}
      </div>
    </form>
  );
}

export interface FieldsProps {
  readonly attributes: Model["attributes"];
  readonly models: Models;
  readonly values: FormValues;
  /** Where these fields are within the entry. */
  readonly path: readonly string[];
  readonly faults: readonly Fault[];
  readonly onChange: (values: FormValues) => void;
}

/** The fields of an entry, or of a component within it. */
export function Fields({ attributes, models, values, path, faults, onChange }: FieldsProps) {
  return (
    <>
      {editable(attributes).map((attribute) => (
        <Field
          key={attribute.name}
          attribute={attribute}
          models={models}
          value={values[attribute.name]}
          path={[...path, attribute.name]}
          faults={faults}
          onChange={(value) => onChange({ ...values, [attribute.name]: value })}
        />
      ))}
    </>
  );
}
