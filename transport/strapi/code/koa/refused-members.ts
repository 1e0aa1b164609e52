import { placeOfCall } from "../../../hooks/place-of-call.ts";

/** Members of koa that have no meaning in Galley throw by name, with the line that asks for them. */
export function refuseMembers(prototype: object, label: string, names: readonly string[]): void {
  for (const name of names) {
    const get = (): never => {
      const place = placeOfCall(get);
      throw new Error(`${label}.${name} is not there in Galley${place === "" ? "" : ` (${place})`}`);
    };
    Object.defineProperty(prototype, name, { get, configurable: true });
  }
}
