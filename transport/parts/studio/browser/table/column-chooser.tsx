import type { Model } from "../model/model.ts";
import { titleOfAttribute } from "../model/title-of-attribute.ts";
import { Menu } from "../widgets/menu.tsx";
import { choosableOf } from "./list-query.ts";

interface ColumnChooserProps {
  readonly model: Model;
  readonly chosen: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** Chooses the attributes that a table shows. */
export function ColumnChooser({ model, chosen, onChange }: ColumnChooserProps) {
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <Menu title="Columns">
      <fieldset>
        <legend>Columns of {model.displayName}</legend>
        {choosableOf(model).map(({ name, type }) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />{" "}
            {titleOfAttribute(name)} <span class="faint">{type}</span>
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
