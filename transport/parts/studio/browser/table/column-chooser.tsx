import type { Model, Models } from "../model/model.ts";
import { titleOfAttribute } from "../model/title-of-attribute.ts";
import { type Selection, toggled } from "../request-pane/selection.ts";
import { Menu } from "../widgets/menu.tsx";
import { choosableOf } from "./list-query.ts";

interface ColumnChooserProps {
  readonly model: Model;
  readonly models: Models;
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
}

/** Chooses the attributes that a table shows. */
export function ColumnChooser({ model, models, selection, onChange }: ColumnChooserProps) {
  const choices = choosableOf(model);
  return (
    <Menu title="Columns">
      <fieldset>
        <legend>Columns of {model.displayName}</legend>
        {choices.map(({ name, type }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={selection.some((chosen) => chosen.name === name)}
              onChange={() => onChange(toggled(selection, [name], choices, models))}
            />{" "}
            {titleOfAttribute(name)} <span class="faint">{type}</span>
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
