import type { Fault } from "../core/request.ts";
import type { Attribute, Models } from "../model/model.ts";
import { ComponentField } from "./component-field.tsx";
import { LinkField } from "./link-field.tsx";
import { ScalarInput } from "./scalar-input.tsx";

export interface FieldProps {
  readonly attribute: Attribute;
  readonly models: Models;
  readonly value: unknown;
  readonly path: readonly string[];
  readonly faults: readonly Fault[];
  readonly onChange: (value: unknown) => void;
}

/** The input of one attribute, with what the server found wrong there. */
export function Field(props: FieldProps) {
  const { attribute, path, faults } = props;
  const id = `field-${path.join("-")}`;
  const own = faults.filter((fault) => fault.path.join(".") === path.join("."));
  const messages = own.length > 0 && (
    <p class="fault" id={`${id}-fault`}>
      {own.map(({ message }) => message).join(" ")}
    </p>
  );
  switch (attribute.type) {
    case "component":
    case "dynamiczone":
    case "relation":
    case "media":
      return (
        <fieldset class={own.length > 0 ? "field wrong" : "field"}>
          <legend>
            <Name attribute={attribute} />
          </legend>
          {attribute.type === "relation" || attribute.type === "media" ? (
            <LinkField {...props} />
          ) : (
            <ComponentField {...props} />
          )}
          {messages}
        </fieldset>
      );
    default:
      return (
        <div class={own.length > 0 ? "field wrong" : "field"}>
          <label for={id}>
            <Name attribute={attribute} />
          </label>
          <ScalarInput
            id={id}
            attribute={attribute}
            value={props.value}
            faultId={own.length > 0 ? `${id}-fault` : undefined}
            onChange={props.onChange}
          />
          {messages}
        </div>
      );
  }
}

function Name({ attribute: { name, type, required } }: { readonly attribute: Attribute }) {
  return (
    <>
      {name} <span class="faint">{required ? `${type}, required` : type}</span>
    </>
  );
}
