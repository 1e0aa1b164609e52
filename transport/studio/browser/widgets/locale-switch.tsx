import { locales } from "../model/locales.ts";

interface LocaleSwitchProps {
  readonly chosen: string;
  /** Codes of the locales that the document is in; null where no single document is looked at. */
  readonly present: ReadonlySet<string> | null;
  readonly onChoose: (code: string) => void;
}

/** Chooses the locale that content is looked at in. */
export function LocaleSwitch({ chosen, present, onChoose }: LocaleSwitchProps) {
  return (
    <select aria-label="Locale" value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {locales.value.map(({ code, name }) => (
        <option key={code} value={code}>
          {present === null || present.has(code) ? name : `${name}, not written`}
        </option>
      ))}
    </select>
  );
}
