import { setTimeout as wait } from "node:timers/promises";
import { CONTENT_SCHEMA, CONTENT_TYPES } from "../../arbitraries/content-schema.ts";
import type { WriteRequest } from "../../arbitraries/write-requests.ts";
import { type Difference, differences } from "../../support/vectors/differences.ts";
import { authorization } from "../../support/vectors/play/credentials.ts";
import { type Answer, exchange } from "../../support/vectors/play/exchange.ts";
import { startPeer } from "../../support/vectors/start-peer.ts";
import { type RunningServer, startRecordedServer } from "../../support/vectors/start-server.ts";
import { valueAt } from "../../support/vectors/value-at.ts";
import { comparable } from "../comparable.ts";
import { Pairs } from "../pairs.ts";
import { type RestRequest, requestOf } from "./requests.ts";

/** The types that are compared after each write. */
const WRITTEN = ["note", "tag", "author"].map((name) => CONTENT_SCHEMA.type(`api::${name}.${name}`));

/** A real Strapi and Galley in the profile `strapi`, both with the types of the tests' content, side by side. */
export class TwoServers {
  readonly #real: RunningServer;
  readonly #galley: RunningServer;
  #pairs = new Pairs();

  private constructor(real: RunningServer, galley: RunningServer) {
    this.#real = real;
    this.#galley = galley;
  }

  static async start(): Promise<TwoServers> {
    return new TwoServers(await startPeer(CONTENT_TYPES), await startRecordedServer(CONTENT_TYPES, "strapi"));
  }

  async close(): Promise<void> {
    await this.#galley.close();
    await this.#real.close();
  }

  /** Sends the request to both. */
  async compare(request: RestRequest): Promise<readonly Difference[]> {
    const [real, galley] = await Promise.all([this.#ask("real", request), this.#ask("galley", request)]);
    if (request.method === "POST") this.#learn(request.type, real, galley);
    return differences(this.#comparable(real), this.#comparable(galley));
  }

  /** Writes to both; beside the answers, all that either shows after it is compared. */
  async write(write: WriteRequest): Promise<{ readonly request: RestRequest; readonly found: readonly Difference[] }> {
    const request = requestOf(write, (uid) => this.#pairs.of(CONTENT_SCHEMA.type(uid).singularName));
    const found = [...(await this.compare(request))];
    // The next write is to have a later time.
    await wait(3);
    if (found.length > 0) return { request, found };
    for (const type of WRITTEN) {
      for (const status of type.draftAndPublish ? ["draft", "published"] : ["published"]) {
        const path = `/api/${type.pluralName}?status=${status}&populate=*&sort=createdAt&pagination[pageSize]=100`;
        const shown = await this.compare({ method: "GET", path, auth: "full", type: type.singularName });
        found.push(...shown.map((each) => ({ ...each, path: `state: ${type.pluralName}, ${status}: ${each.path}` })));
      }
    }
    return { request, found };
  }

  /** Deletes what there is. */
  async empty(): Promise<void> {
    for (const type of WRITTEN) {
      for (const name of this.#pairs.of(type.singularName)) {
        const path = `/api/${type.pluralName}/${name}`;
        await this.compare({ method: "DELETE", path, auth: "full", type: type.singularName });
      }
    }
    this.#pairs = new Pairs();
  }

  #ask(which: "real" | "galley", { method, path, body, auth }: RestRequest): Promise<Answer> {
    const { server } = which === "real" ? this.#real : this.#galley;
    const text = body === undefined ? null : Buffer.from(this.#pairs.fill(JSON.stringify(body), which));
    const headers = {
      ...authorization(server, auth),
      ...(text === null ? {} : { "content-type": "application/json" }),
    };
    return exchange(server.url, { method, path: this.#pairs.fill(path, which), headers, body: text });
  }

  #learn(type: string, real: Answer, galley: Answer): void {
    const [one, other] = [real, galley].map(({ body }) => valueAt(body, "data.documentId"));
    if (typeof one === "string" && typeof other === "string") this.#pairs.add(type, one, other);
  }

  /** Status, and the body without the details of an error. */
  #comparable({ status, body, text }: Answer): unknown {
    const shown = comparable({ status, body: body ?? text }, this.#pairs);
    const error = valueAt(shown.body, "error");
    if (typeof error !== "object" || error === null) return shown;
    return { status, body: { data: null, error: { ...error, details: undefined } } };
  }
}
