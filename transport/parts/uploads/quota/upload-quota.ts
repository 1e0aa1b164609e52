import type { Store } from "../../../../storage/core.ts";
import { HttpError } from "../../../http/http-error.ts";
import type { QuotaOptions } from "../upload-config.ts";
import { StoredBytes } from "./stored-bytes.ts";

/** A process's view of the room of one store: bytes stored, and bytes being sent. */
interface Room {
  readonly stored: StoredBytes;
  readonly sending: { total: number; readonly ofUsers: Map<number, number> };
}

/** By store: however often its services are made, they share the room. */
const ROOMS = new WeakMap<Store, Room>();

function roomIn(store: Store): Room {
  const room = ROOMS.get(store) ?? { stored: new StoredBytes(store), sending: { total: 0, ofUsers: new Map() } };
  ROOMS.set(store, room);
  return room;
}

/** Room for the files of one upload: taken while they arrive, and given back once they are stored, or not. */
export class Reservation {
  readonly #quota: QuotaOptions;
  readonly #room: Room | null;
  /** The user who sends them; null: another caller, to whom only the quota in all applies. */
  readonly user: number | null;
  #bytes = 0;

  constructor(quota: QuotaOptions, store: Store, user: number | null) {
    this.#quota = quota;
    this.#room = quota.total === undefined && quota.user === undefined ? null : roomIn(store);
    this.user = user;
  }

  /** @throws HttpError `over quota` if there is no room for as many bytes more. */
  assertRoom(bytes: number): void {
    if (this.#room === null) return;
    const { stored, sending } = this.#room;
    const { total, user } = this.#quota;
    if (total !== undefined && stored.total + sending.total + bytes > total) throw full("total", total);
    if (user === undefined || this.user === null) return;
    const own = stored.ofUser(this.user) + (sending.ofUsers.get(this.user) ?? 0);
    if (own + bytes > user) throw full("user", user);
  }

  /** @throws HttpError `over quota` */
  add(bytes: number): void {
    this.assertRoom(bytes);
    this.#change(bytes);
  }

  /** The number of bytes stored in the end. Throws HttpError `over quota`. */
  settle(bytes: number): void {
    this.#change(bytes - this.#bytes);
    this.assertRoom(0);
  }

  release(): void {
    this.#change(-this.#bytes);
  }

  #change(bytes: number): void {
    this.#bytes += bytes;
    if (this.#room === null) return;
    const { sending } = this.#room;
    sending.total += bytes;
    if (this.user === null) return;
    const own = (sending.ofUsers.get(this.user) ?? 0) + bytes;
    if (own === 0) sending.ofUsers.delete(this.user);
    else sending.ofUsers.set(this.user, own);
  }
}

function full(quota: "total" | "user", limit: number): HttpError {
  const whose = quota === "total" ? "of all files" : "of your files";
  const message = `There is no room for the upload: the bytes ${whose} would be more than ${limit} (uploads.quota.${quota})`;
  return new HttpError("over quota", message, [], { path: ["files"], quota: `uploads.quota.${quota}`, limit });
}
