import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface SearchBoxProps {
  readonly text: string;
  readonly onSearch: (text: string) => void;
  readonly label?: string;
}

/** Searches when Enter is pressed. */
export function SearchBox({ text, onSearch, label = "Search all texts" }: SearchBoxProps) {
  const typed = useSignal(text);
  useEffect(() => {
    typed.value = text;
  }, [text, typed]);
  const search = (event: Event) => {
    event.preventDefault();
    onSearch(typed.value.trim());
  };
  return (
    <search>
      <form onSubmit={search}>
        <input
          type="search"
          aria-label={label}
          placeholder="Search"
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
