interface SelectProps<T extends string> {
  /** The accessible name, if no `label` element has it. */
  readonly label?: string;
  readonly options: readonly (readonly [value: T, title: string])[];
  readonly value: string;
  readonly onChange: (value: T) => void;
  readonly id?: string;
}

/** Chooses one of a few values. Other properties are passed on. */
export function Select<T extends string>({ label, options, value, onChange, ...rest }: SelectProps<T>) {
  return (
    // The options are all that it can have as its value.
    <select
      {...rest}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
    >
      {options.map(([each, title]) => (
        <option key={each} value={each}>
          {title}
        </option>
      ))}
    </select>
  );
}
