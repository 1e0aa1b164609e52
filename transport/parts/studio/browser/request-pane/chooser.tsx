import { useSignal } from "@preact/signals";
import { type Attribute, isPopulated, type Models } from "../model/model.ts";
import { choicesBelow, type Selection, shownByItself, toggled } from "./selection.ts";

interface ChooserProps {
  readonly choices: readonly Attribute[];
  readonly selection: Selection;
  readonly models: Models;
  readonly onChange: (selection: Selection) => void;
}

/** Chooses the fields of an answer and what is populated in it, at any depth. */
export function Chooser({ choices, selection, models, onChange }: ChooserProps) {
  return (
    <Level
      choices={choices}
      selection={selection}
      models={models}
      path={[]}
      onToggle={(path) => onChange(toggled(selection, path, choices, models))}
    />
  );
}

interface LevelProps extends Pick<ChooserProps, "choices" | "selection" | "models"> {
  readonly path: readonly string[];
  readonly onToggle: (path: readonly string[]) => void;
}

function Level(props: LevelProps) {
  const fields = props.choices.filter((attribute) => !isPopulated(attribute));
  const populated = props.choices.filter(isPopulated);
  return (
    <div class="level">
      {fields.length > 0 && (
        <div class="choices">
          {fields.map((attribute) => (
            <Choice key={attribute.name} {...props} attribute={attribute} />
          ))}
        </div>
      )}
      {populated.map((attribute) => (
        <Populated key={attribute.name} {...props} attribute={attribute} />
      ))}
    </div>
  );
}

interface ChoiceProps extends LevelProps {
  readonly attribute: Attribute;
}

function Choice({ attribute: { name, type }, selection, path, onToggle }: ChoiceProps) {
  return (
    <label title={type}>
      <input
        type="checkbox"
        aria-label={`Ask for ${[...path, name].join(".")}`}
        checked={selection.some((chosen) => chosen.name === name)}
        onChange={() => onToggle([...path, name])}
      />{" "}
      {name}
    </label>
  );
}

function Populated(props: ChoiceProps) {
  const { attribute, selection, models, path } = props;
  const isOpen = useSignal(false);
  const chosen = selection.find(({ name }) => name === attribute.name);
  const choices = choicesBelow(attribute, models);
  const inside = [...path, attribute.name];
  return (
    <div class="populated">
      {choices.length > 0 ? (
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen.value}
          aria-label={`What ${inside.join(".")} has`}
          onClick={() => (isOpen.value = !isOpen.value)}
        />
      ) : (
        <span />
      )}
      <Choice {...props} />
      <span class="faint">{kindOf(attribute, models)}</span>
      {isOpen.value && (
        <Level
          {...props}
          choices={choices}
          selection={chosen === undefined ? [] : (chosen.below ?? shownByItself(attribute, models))}
          path={inside}
        />
      )}
    </div>
  );
}

function kindOf({ type, target, component }: Attribute, models: Models): string {
  const model = models.byUid(target ?? component);
  return model === undefined ? type : model.displayName;
}
