import { locales } from "../model/locales.ts";

interface LocaleSwitchProps {
  readonly chosen: string;
  /** Codes of the locales that the document is in. */
  readonly present: ReadonlySet<string>;
  readonly onChoose: (code: string) => void;
}

/** Chooses the locale that a document is looked at in. */
export function LocaleSwitch({ chosen, present, onChoose }: LocaleSwitchProps) {
  return (
    <select aria-label="Locale" value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {locales.value.map(({ code, name }) => (
        <option key={code} value={code}>
          {present.has(code) ? name : `${name}, not written`}
        </option>
      ))}
    </select>
  );
}
