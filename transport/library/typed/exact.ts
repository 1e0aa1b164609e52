/**
 * Intersect `Given` with this type so that it has no key that `Shape` does not have, at any depth: excess keys are never,
 * valid ones unknown. By itself the compiler checks this only for literals whose type it does not infer. The other keys
 * of `Shape` are present too, so that editors offer them.
 */
export type Exact<Given, Shape> = Given extends Primitive | Date | readonly Primitive[]
  ? unknown
  : Given extends readonly unknown[]
    ? { readonly [I in keyof Given]: Exact<Given[I], ItemOf<Shape>> }
    : { readonly [K in keyof Given]: K extends KeyOf<Shape> ? Exact<Given[K], PartOf<Shape, K>> : never } & {
        readonly [K in Exclude<KeyOf<Shape>, keyof Given>]?: PartOf<Shape, K>;
      };

type Primitive = string | number | boolean | null | undefined;

type ItemOf<S> = S extends readonly (infer I)[] ? I : never;

type KeyOf<S> = S extends Primitive | readonly unknown[] ? never : keyof S;

type PartOf<S, K> = S extends Primitive | readonly unknown[] ? never : K extends keyof S ? S[K] : never;
