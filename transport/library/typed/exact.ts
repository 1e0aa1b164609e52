/**
 * What `Given` must be beside `Shape` so that it has no key that `Shape` has not, at any depth: never for each that is
 * too many, and unknown for what is right. The compiler checks this by itself only of literals whose type it does not
 * infer. The keys that `Shape` has besides are there as well, which is where an editor finds what to offer.
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
