import { expect, it } from "vitest";
import { type Change, CONTRACT_RULES, defineSchema, type Layer, LookUp } from "../../../../engine/internal.ts";
import { emptyEngine } from "../../../model/content.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { fc } from "../../../support/fast-check.ts";

const TYPE = "api::item.item";
const AT = "2024-01-01T00:00:00.000Z";
const LAYERS = ["draft", "published", "draft:de", "published:de"] as const;
const VALUES = [null, "", "a", "A", "b"] as const;
const DOCUMENTS = 8;
const localized = { pluginOptions: { i18n: { localized: true } } };

const schema = defineSchema(
  schemaOf({
    item: {
      ...localized,
      attributes: {
        name: { type: "string", unique: true, ...localized },
        mail: { type: "string", ...localized },
        next: { type: "relation", relation: "oneToOne", target: TYPE, inversedBy: "last" },
        last: { type: "relation", relation: "oneToOne", target: TYPE, mappedBy: "next" },
      },
    },
  }),
);

interface Drawn {
  readonly document: number;
  readonly layer: Layer;
  readonly name: string | null;
  readonly mail: string | null;
}

const drawn = fc.uniqueArray(
  fc.record<Drawn>({
    document: fc.nat(DOCUMENTS - 1),
    layer: fc.constantFrom<Layer>(...LAYERS),
    name: fc.constantFrom(...VALUES),
    mail: fc.constantFrom(...VALUES),
  }),
  { selector: ({ document, layer }) => `${document} ${layer}`, minLength: 1 },
);

/** Versions with ids from `first` on, and a link from each document's version to the next document's in its layer. */
function changesOf(versions: readonly Drawn[], first: number): readonly Change[] {
  const puts = versions.map(({ document, layer, name, mail }, at): Change => {
    const publishedAt = layer.startsWith("draft") ? null : AT;
    const values = { name, mail };
    const version = { id: first + at, documentId: `d${document}`, createdAt: AT, updatedAt: AT, publishedAt, values };
    return { kind: "put", type: TYPE, status: layer, version };
  });
  return [...puts, ...versions.flatMap((version) => linksOf(version, versions))];
}

function linksOf({ document, layer }: Drawn, versions: readonly Drawn[]): readonly Change[] {
  if (!versions.some((other) => other.document === document + 1 && other.layer === layer)) return [];
  const [source, target] = [`d${document}`, `d${document + 1}`];
  return [{ kind: "link", relation: `${TYPE}.next`, layer, source, target, order: [1, 1] }];
}

const LIMITS = [
  { fewRows: 0 },
  { fewRows: Number.POSITIVE_INFINITY },
  // Every index is built in slices, and nobody makes one.
  { fewRows: 0, manyRows: 0 },
];

it.each(LIMITS)("a look-up finds what a scan finds, with the limits %o", (limits) => {
  fc.assert(
    fc.property(drawn, fc.constantFrom<Layer>(...LAYERS), (versions, layer) => {
      const engine = emptyEngine(schema, CONTRACT_RULES, limits);
      engine.restore({ number: 1, at: 0, changes: [...changesOf(versions, 1)] });
      const fork = engine.fork();
      for (const { state } of [engine, fork]) expectAll(new LookUp(state, TYPE, layer), versions, layer);
      const removed = { kind: "remove", type: TYPE, status: layer, documentId: "d0" } as const;
      if (versions.some((version) => version.document === 0 && version.layer === layer)) {
        const unlinked = versions.some((version) => version.document === 1 && version.layer === layer)
          ? ([{ kind: "unlink", relation: `${TYPE}.next`, layer, source: "d0", target: "d1" }] as const)
          : [];
        fork.apply({ number: 2, at: 0, changes: [...unlinked, removed] });
      }
      expect(new LookUp(fork.state, TYPE, layer).byDocumentId("d0")).toBeNull();
      expectAll(new LookUp(engine.state, TYPE, layer), versions, layer);
    }),
  );
});

function expectAll(lookUp: LookUp, versions: readonly Drawn[], layer: Layer): void {
  const own = versions.flatMap((version, at) => (version.layer === layer ? [{ ...version, id: at + 1 }] : []));
  for (let id = 0; id <= versions.length + 1; id++) {
    const document = own.find((version) => version.id === id)?.document;
    expect(lookUp.byId(id)?.documentId).toBe(document === undefined ? undefined : `d${document}`);
  }
  for (let document = 0; document < DOCUMENTS; document++) {
    const found = lookUp.byDocumentId(`d${document}`);
    expect(found?.id).toBe(own.find((version) => version.document === document)?.id);
    if (found === null) continue;
    const names = [document + 1, document - 1].map((other) => own.filter((each) => each.document === other));
    expect(["next", "last"].map((attribute) => lookUp.linked(found, attribute).map(({ id }) => id))).toEqual(
      names.map((others) => others.map(({ id }) => id)),
    );
  }
  for (const field of ["name", "mail"] as const) {
    for (const value of VALUES) {
      const ids = own.filter((version) => version[field] === value).map(({ id }) => id);
      expect(lookUp.byValue(field, value).map(({ id }) => id)).toEqual(ids);
    }
  }
  expect(lookUp.byValue("constructor", "a")).toEqual([]);
  expect(lookUp.byValue("next", "d1")).toEqual([]);
}
