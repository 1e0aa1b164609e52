import { focusAdded } from "../../core/focus/focus-added.ts";
import type { Models } from "../../model/model.ts";
import { Icon } from "../../widgets/icon.tsx";
import { Fields } from "./entry-form.tsx";
import type { FieldProps } from "./field-props.ts";
import { emptyComponent, type FormValues, keyOf, uidOf } from "./form-values.ts";

/** A component, a list of components, or a dynamic zone. */
export function ComponentField(props: FieldProps) {
  const { attribute, models, value, onChange } = props;
  if (attribute.type === "component" && attribute.repeatable !== true) return <SingleComponent {...props} />;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const uids = attribute.type === "dynamiczone" ? (attribute.components ?? []) : [attribute.component ?? ""];
  const replace = (at: number, ...by: readonly unknown[]) => onChange(items.toSpliced(at, 1, ...by));
  const move = (at: number, to: number) => onChange(items.toSpliced(at, 1).toSpliced(to, 0, items[at]));
  return (
    <>
      {items.map((item, at) => {
        const uid = uidOf(attribute, item);
        const name = `${titleOf(models, uid)} ${at + 1}`;
        return (
          <fieldset key={keyOf(item)} class="item">
            <legend>{name}</legend>
            <Component
              {...props}
              uid={uid}
              value={item}
              path={[...props.path, String(at)]}
              onChange={(next) => replace(at, next)}
            />
            <div class="actions">
              <button type="button" disabled={at === 0} aria-label={`Move ${name} up`} onClick={() => move(at, at - 1)}>
                <Icon name="arrow-up" />
              </button>
              <button
                type="button"
                disabled={at === items.length - 1}
                aria-label={`Move ${name} down`}
                onClick={() => move(at, at + 1)}
              >
                <Icon name="arrow-down" />
              </button>
              <button type="button" aria-label={`Remove ${name}`} onClick={() => replace(at)}>
                Remove
              </button>
            </div>
          </fieldset>
        );
      })}
      <div class="actions">
        {uids.map((uid) => (
          <AddButton
            key={uid}
            title={titleOf(models, uid)}
            onAdd={() => onChange([...items, emptyComponent(attribute, uid, models)])}
          />
        ))}
      </div>
    </>
  );
}

function SingleComponent(props: FieldProps) {
  const { attribute, models, value, onChange } = props;
  const uid = attribute.component ?? "";
  if (value === null || value === undefined) {
    return (
      <div class="actions">
        <AddButton title={titleOf(models, uid)} onAdd={() => onChange(emptyComponent(attribute, uid, models))} />
      </div>
    );
  }
  return (
    <>
      <Component {...props} uid={uid} />
      <div class="actions">
        <button type="button" aria-label={`Remove ${attribute.name}`} onClick={() => onChange(null)}>
          Remove
        </button>
      </div>
    </>
  );
}

interface AddButtonProps {
  readonly title: string;
  readonly onAdd: () => void;
}

function AddButton({ title, onAdd }: AddButtonProps) {
  const add = ({ currentTarget }: { readonly currentTarget: Element }) => {
    const field = currentTarget.closest("fieldset");
    if (field !== null) focusAdded(field);
    onAdd();
  };
  return (
    <button type="button" onClick={add}>
      Add {title}
    </button>
  );
}

/** The fields of a component. */
function Component({ uid, ...props }: FieldProps & { readonly uid: string }) {
  return <Fields {...props} inputs={props.models.byUid(uid)?.inputs ?? []} values={props.value as FormValues} />;
}

function titleOf(models: Models, uid: string): string {
  return models.byUid(uid)?.displayName ?? uid;
}
