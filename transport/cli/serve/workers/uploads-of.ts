import { join } from "node:path";

/** Where the uploads beside a journal are. */
export function uploadsOf(place: string): string {
  return join(place, "uploads");
}
