import { useSignal } from "@preact/signals";
import { Select } from "../../widgets/select.tsx";
import type { FieldProps } from "./field-props.ts";

interface ScalarInputProps extends Pick<FieldProps, "attribute" | "value" | "onChange"> {
  readonly id: string;
  /** Id of the element with the fault's message. */
  readonly faultId: string | undefined;
}

/** The input of a scalar value. An empty input is null. */
export function ScalarInput(props: ScalarInputProps) {
  const { id, attribute, value, faultId, onChange } = props;
  const common = { id, ...(faultId !== undefined && { "aria-invalid": true, "aria-describedby": faultId }) };
  const text = value === null || value === undefined ? "" : String(value);
  const orNull = (next: string) => onChange(next === "" ? null : next);
  switch (attribute.type) {
    case "boolean":
      return (
        <Choice
          {...common}
          choices={["true", "false"]}
          value={text}
          onChange={(next) => onChange(next === "" ? null : next === "true")}
        />
      );
    case "enumeration":
      return <Choice {...common} choices={attribute.enum ?? []} value={text} onChange={orNull} />;
    case "integer":
    case "decimal":
    case "float":
      return <NumberInput {...common} value={text} onChange={onChange} />;
    case "date":
      return (
        <input {...common} type="date" value={text} onChange={({ currentTarget }) => orNull(currentTarget.value)} />
      );
    case "text":
    case "richtext":
      return (
        <textarea
          {...common}
          rows={attribute.type === "text" ? 3 : 8}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => orNull(currentTarget.value)}
        />
      );
    case "email":
      return (
        <input {...common} type="email" value={text} onInput={({ currentTarget }) => orNull(currentTarget.value)} />
      );
    case "datetime":
      return <InstantInput {...common} value={value} onChange={onChange} />;
    case "time":
      return (
        <input
          {...common}
          type="time"
          step="0.001"
          value={text}
          onChange={({ currentTarget }) => orNull(withMilliseconds(currentTarget.value))}
        />
      );
    case "password":
      return (
        <input
          {...common}
          type="password"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => orNull(currentTarget.value)}
        />
      );
    default:
      return (
        <input
          {...common}
          placeholder={hints[attribute.type] ?? ""}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => orNull(currentTarget.value)}
        />
      );
  }
}

const hints: { readonly [type: string]: string } = {
  biginteger: "a whole number",
  timestamp: "milliseconds since 1970",
};

interface InputProps<T> {
  readonly id: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice({ choices, ...common }: InputProps<string> & { readonly choices: readonly string[] }) {
  const options = choices.map((choice) => [choice, choice] as const);
  return <Select {...common} options={[["", "—"], ...options]} />;
}

/** Text that is not a number is sent unchanged, so that the server reports the fault. */
function NumberInput({ value, onChange, ...common }: InputProps<unknown>) {
  const typed = useSignal(String(value));
  const take = (text: string) => {
    typed.value = text;
    onChange(text.trim() === "" ? null : Number.isNaN(Number(text)) ? text : Number(text));
  };
  return (
    <input
      {...common}
      inputMode="decimal"
      value={typed.value}
      onInput={({ currentTarget }) => take(currentTarget.value)}
    />
  );
}

/** A timestamp in local time, precise to the millisecond if needed. */
function InstantInput({ value, onChange, ...common }: InputProps<unknown>) {
  const take = (text: string) => {
    const instant = new Date(text);
    onChange(text === "" ? null : Number.isNaN(instant.getTime()) ? text : instant.toISOString());
  };
  return (
    <input
      {...common}
      type="datetime-local"
      step="0.001"
      value={localTime(value)}
      onChange={({ currentTarget }) => take(currentTarget.value)}
    />
  );
}

function localTime(value: unknown): string {
  const instant = new Date(String(value));
  if (value === null || value === undefined || Number.isNaN(instant.getTime())) return "";
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, -1);
}

/** The API requires `12:00:00.000`; browsers omit trailing zeros. */
function withMilliseconds(time: string): string {
  return time === "" ? "" : time + "00:00:00.000".slice(time.length);
}
