import { useSignal } from "@preact/signals";
import type { Attribute, Model, Models } from "../model/model.ts";
import { titleOfAttribute } from "../model/title-of-attribute.ts";
import { Menu } from "../widgets/menu.tsx";
import { Select } from "../widgets/select.tsx";
import { type Condition, filterFields, type Operator, operatorsFor } from "./conditions.ts";

interface FilterEditorProps {
  readonly model: Model;
  readonly models: Models;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** The filters of a table: each can be removed, and new ones can be added. */
export function FilterEditor({ model, models, conditions, onChange }: FilterEditorProps) {
  const fields = filterFields(model, models);
  return (
    <>
      {conditions.map((condition, at) => (
        <span key={`${condition.field} ${condition.operator} ${condition.value}`} class="chip">
          {describe(condition, fields)}{" "}
          <button
            type="button"
            class="icon"
            aria-label={`Remove the filter ${describe(condition, fields)}`}
            onClick={() => onChange(conditions.filter((_, other) => other !== at))}
          >
            ×
          </button>
        </span>
      ))}
      <Menu title="Filter">
        <NewCondition fields={fields} onAdd={(condition) => onChange([...conditions, condition])} />
      </Menu>
    </>
  );
}

interface NewConditionProps {
  readonly fields: readonly Attribute[];
  readonly onAdd: (condition: Condition) => void;
}

function NewCondition({ fields, onAdd }: NewConditionProps) {
  const field = useSignal(fields[0]?.name ?? "");
  const operator = useSignal("");
  const value = useSignal("");
  const attribute = fields.find(({ name }) => name === field.value) ?? fields[0];
  if (attribute === undefined) return null;
  const operators = operatorsFor(attribute);
  const chosen = operators.find(({ name }) => name === operator.value) ?? operators[0];
  if (chosen === undefined) return null;
  const add = (event: Event) => {
    event.preventDefault();
    onAdd({
      field: attribute.name,
      operator: chosen.name,
      value: value.value || (chosen.value === "boolean" ? "true" : (attribute.enum?.[0] ?? "")),
    });
    value.value = "";
  };
  return (
    <form onSubmit={add}>
      <Select
        label="Field to filter"
        options={fields.map(({ name }) => [name, titleOfAttribute(name)] as const)}
        value={attribute.name}
        onChange={(name) => {
          field.value = name;
          value.value = "";
        }}
      />
      <Select
        label="Operator"
        options={operators.map(({ name, title }) => [name, title] as const)}
        value={chosen.name}
        onChange={(name) => (operator.value = name)}
      />
      <ValueInput
        attribute={attribute}
        operator={chosen}
        value={value.value}
        onInput={(text) => (value.value = text)}
      />
      <button type="submit">Add filter</button>
    </form>
  );
}

interface ValueInputProps {
  readonly attribute: Attribute;
  readonly operator: Operator;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

function ValueInput({ attribute, operator, value, onInput }: ValueInputProps) {
  const choices =
    operator.value === "boolean" ? ["true", "false"] : operator.value === "text" ? attribute.enum : undefined;
  if (choices !== undefined) {
    const options = choices.map((choice) => [choice, choice] as const);
    return <Select label="Value" options={options} value={value || (choices[0] ?? "")} onChange={onInput} />;
  }
  return (
    <input
      aria-label="Value"
      value={value}
      placeholder={operator.value === "list" ? "a, b, c" : hintFor(attribute)}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  );
}

function hintFor({ type }: Attribute): string {
  if (type === "date") return "2026-01-31";
  return type === "datetime" ? "2026-01-31T12:00:00Z" : "";
}

function describe({ field, operator, value }: Condition, fields: readonly Attribute[]): string {
  const attribute = fields.find(({ name }) => name === field);
  const title = operatorsFor(attribute ?? { type: "string" }).find(({ name }) => name === operator)?.title ?? operator;
  return `${titleOfAttribute(field)} ${title} ${value}`;
}
