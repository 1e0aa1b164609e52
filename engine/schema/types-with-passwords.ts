import type { AnyModel, Component, ContentType } from "./content-type.ts";

/** uids of the content types that have a password, in a component too: the data of others is not searched for one. */
export function typesWithPasswords(
  types: readonly ContentType[],
  components: ReadonlyMap<string, Component>,
): ReadonlySet<string> {
  const found = types.filter((type) => [...modelsIn(components, type)].some(hasPassword));
  return new Set(found.map(({ uid }) => uid));
}

/** The type and every component that it may contain. */
function modelsIn(components: ReadonlyMap<string, Component>, type: ContentType): ReadonlySet<AnyModel> {
  const models = new Set<AnyModel>([type]);
  // Iterating a Set visits members added meanwhile.
  for (const model of models) {
    for (const attribute of model.attributes.values()) {
      const inside =
        attribute.kind === "component"
          ? [attribute.component]
          : attribute.kind === "dynamiczone"
            ? attribute.components
            : [];
      for (const uid of inside) {
        const component = components.get(uid);
        if (component !== undefined) models.add(component);
      }
    }
  }
  return models;
}

function hasPassword({ attributes }: AnyModel): boolean {
  return [...attributes.values()].some((attribute) => attribute.kind === "scalar" && attribute.type === "password");
}
