interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [name: T, title: string])[];
  readonly chosen: T;
  readonly onChoose: (name: T) => void;
}

/** Switches between views of the same data. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose }: TabsProps<T>) {
  return (
    <fieldset class="tabs" aria-label={label}>
      {tabs.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}
