import type { Marks } from "../../port.ts";

/** The marks that a storage has while it is open: `open` throws at other times. */
export function marksOf(open: () => Marks): Marks {
  return {
    read: async (name) => open().read(name),
    names: async (prefix) => open().names(prefix),
    write: async (name, expected, value) => open().write(name, expected, value),
  };
}
