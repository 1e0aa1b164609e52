import type { Fault } from "../../core/fault.ts";
import { type Attribute, isPopulated } from "../../model/model.ts";
import { titleOfAttribute } from "../../model/title-of-attribute.ts";
import { BlocksField } from "./blocks/blocks-field.tsx";
import { ComponentField } from "./component-field.tsx";
import type { FieldProps } from "./field-props.ts";
import { JsonInput } from "./json/json-input.tsx";
import { limitFault, limitsOf } from "./limits.ts";
import { LinkField } from "./link-field.tsx";
import { ScalarInput } from "./scalar-input.tsx";

/** The input of one attribute, with the faults that the server reported for it. */
export function Field({ onChange, suggestion = "", ...given }: FieldProps) {
  const { attribute, path, faults } = given;
  // The value of an unreadable attribute is not shown, so an empty input must leave it unchanged.
  const change = (value: unknown) => onChange(value === null && attribute.readable === false ? undefined : value);
  const props = { ...given, onChange: change };
  const id = `field-${path.join("-")}`;
  const own = faults.filter((fault) => isOwn(attribute, path, fault)).map(({ message }) => message);
  const limit = own.length === 0 ? limitFault(attribute, given.value) : null;
  const told = limit === null ? own : [limit];
  const faultId = told.length > 0 ? `${id}-fault` : undefined;
  const messages = told.length > 0 && (
    <p class={isUnfinished(attribute, limit, given.value) ? "fault later" : "fault"} id={`${id}-fault`}>
      {told.join(" ")}
    </p>
  );
  switch (attribute.type) {
    case "component":
    case "dynamiczone":
    case "relation":
    case "media":
    case "blocks":
    case "json":
      return (
        <fieldset class={told.length > 0 ? "field wrong" : "field"}>
          <legend>
            <Name attribute={attribute} />
          </legend>
          <Parts {...props} faultId={faultId} />
          {messages}
        </fieldset>
      );
    default:
      return (
        <div class={told.length > 0 ? "field wrong" : "field"}>
          <label for={id}>
            <Name attribute={attribute} />
          </label>
          <ScalarInput id={id} attribute={attribute} value={props.value} faultId={faultId} onChange={props.onChange} />
          {suggestion !== "" && suggestion !== props.value && (
            <div class="actions">
              <button
                type="button"
                aria-label={`Use ${suggestion} for ${attribute.name}`}
                onClick={() => props.onChange(suggestion)}
              >
                Use {suggestion}
              </button>
            </div>
          )}
          {messages}
        </div>
      );
  }
}

/** Whether a text may still become what it must be: nobody is told so while they type. */
function isUnfinished({ maxLength }: Attribute, limit: string | null, value: unknown): boolean {
  return limit !== null && !(typeof value === "string" && maxLength !== undefined && value.length > maxLength);
}

function Parts(props: FieldProps & { readonly faultId: string | undefined }) {
  const { attribute, value } = props;
  if (value === undefined && attribute.readable !== false && isPopulated(attribute)) {
    return <span class="faint">Nested too deep to be edited here; it stays as it is.</span>;
  }
  switch (attribute.type) {
    case "component":
    case "dynamiczone":
      return <ComponentField {...props} />;
    case "blocks":
      return <BlocksField {...props} />;
    case "json":
      return <JsonInput {...props} id={`field-${props.path.join("-")}`} label={attribute.name} />;
    default:
      return <LinkField {...props} />;
  }
}

/** Whether a fault is shown at this field; faults within a component are shown at the component's own fields. */
function isOwn({ type }: Attribute, path: readonly string[], fault: Fault): boolean {
  const hasFields = type === "component" || type === "dynamiczone";
  return path.every((step, at) => fault.path[at] === step) && (!hasFields || fault.path.length === path.length);
}

function Name({ attribute }: { readonly attribute: Attribute }) {
  const { name, type, required, readable, shared } = attribute;
  const notes = [
    type,
    ...(required ? ["required"] : []),
    ...limitsOf(attribute),
    ...(shared ? ["for all locales"] : []),
    ...(readable === false ? ["never shown"] : []),
  ];
  return (
    <>
      <span title={name}>{titleOfAttribute(name)}</span> <span class="faint">{notes.join(", ")}</span>
    </>
  );
}
