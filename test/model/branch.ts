import type { AnyModel, Attribute } from "../../engine/internal.ts";
import { modelBehind, type World } from "./entry.ts";

type RawObject = { readonly [name: string]: unknown };

/** The `populate` of one attribute (reads, §11): its options as given, and the branches below it. */
export interface Branch {
  readonly options: RawObject;
  below(model: AnyModel): Branches;
  /** In a dynamic zone: the shown part of items of this component; null leaves them out. */
  item(component: string): Branch | null;
}

export type Branches = ReadonlyMap<string, Branch>;

const NONE: Branches = new Map();

/** `populate` in any of its forms, without what the caller must not read. */
export function branchesOf(world: World, model: AnyModel, raw: unknown): Branches {
  if (raw === undefined || raw === null || raw === "") return NONE;
  if (raw === "*") return everything(world, model, () => NONE);
  if (typeof raw === "string" && /^deep(,|$)/.test(raw)) {
    return deep(world, model, Number(raw.split(",")[1] ?? 5), []);
  }
  if (typeof raw === "string" || Array.isArray(raw)) {
    const texts = [raw].flat().flatMap((text: string) => text.split(","));
    return fromPaths(
      world,
      model,
      texts.map((text) =>
        text
          .trim()
          .split(".")
          .filter((name) => name !== ""),
      ),
    );
  }
  return fromObject(world, model, raw as RawObject);
}

function everything(world: World, model: AnyModel, below: (model: AnyModel) => Branches): Branches {
  const names = [...model.attributes.keys()].filter((name) => canShow(world, model, name));
  return new Map(names.map((name) => [name, branch(below)]));
}

/** A type that comes back inside itself is shown, and nothing below it. */
function deep(world: World, model: AnyModel, levels: number, inside: readonly AnyModel[]): Branches {
  if (levels === 0 || inside.includes(model)) return NONE;
  return everything(world, model, (next) => deep(world, next, levels - 1, [...inside, model]));
}

/** Paths with a common beginning share it. Behind a zone a path continues in components with the name. */
function fromPaths(world: World, model: AnyModel, paths: readonly (readonly string[])[]): Branches {
  const firsts = new Set(paths.flatMap(([first]) => first ?? []));
  const shown = [...firsts].filter((name) => canShow(world, model, name));
  return new Map(
    shown.map((name) => {
      const rests = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      const leading = (next: AnyModel) => rests.filter(([first]) => first !== undefined && next.attributes.has(first));
      return [name, branch((next) => fromPaths(world, next, leading(next)))];
    }),
  );
}

function fromObject(world: World, model: AnyModel, raw: RawObject): Branches {
  const asked = Object.entries(raw).filter(([name, value]) => !isNo(value) && canShow(world, model, name));
  return new Map(asked.map(([name, value]) => [name, optionsBranch(world, value)]));
}

function optionsBranch(world: World, raw: unknown): Branch {
  if (isYes(raw)) return branch(() => NONE);
  if (raw === "*") return branch((next) => everything(world, next, () => NONE));
  const options = raw as RawObject;
  const plain = branch((next) => branchesOf(world, next, options.populate), options);
  const on = options.on as RawObject | undefined;
  if (on === undefined || on === null) return plain;
  const item = (component: string): Branch | null => {
    const value = Object.hasOwn(on, component) ? on[component] : undefined;
    return value === undefined || isNo(value) ? null : optionsBranch(world, value);
  };
  return { ...plain, item };
}

function branch(below: (model: AnyModel) => Branches, options: RawObject = {}): Branch {
  const self: Branch = { options, below, item: () => self };
  return self;
}

function canShow(world: World, model: AnyModel, name: string): boolean {
  const attribute = model.attributes.get(name);
  if (attribute === undefined || attribute.private || !hasBelow(attribute)) return false;
  return attribute.kind !== "relation" || world.access.may(modelBehind(world.schema, model, name).uid, "find");
}

function hasBelow({ kind }: Attribute): boolean {
  return kind === "relation" || kind === "media" || kind === "component" || kind === "dynamiczone";
}

function isYes(raw: unknown): boolean {
  return raw === "true" || raw === "t" || raw === "1";
}

function isNo(raw: unknown): boolean {
  return raw === null || raw === "false" || raw === "f" || raw === "0";
}
