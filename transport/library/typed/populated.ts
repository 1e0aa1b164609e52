/** `K` if a value of `populate` shows the attribute of this name, else never. */
export type PopulatedNames<P, K> =
  "*" extends TextsIn<P>
    ? K
    : [TextsIn<P>] extends [never]
      ? K extends keyof P
        ? P[K] extends false | null | undefined
          ? never
          : K
        : never
      : K extends HeadOf<TextsIn<P>>
        ? K
        : never;

/** The options that apply to an attribute: the given ones, or the rest of dotted paths. */
export type PopulateOptionOf<P, K> = [TextsIn<P>] extends [never]
  ? K extends keyof P
    ? P[K]
    : never
  : TailOf<TextsIn<P>, K> extends never
    ? true
    : { readonly populate: TailOf<TextsIn<P>, K> };

/** The texts of `populate="a"` and `populate=["a", "b.c"]`; none of the object form. */
type TextsIn<P> = P extends string ? P : P extends readonly (infer T)[] ? T & string : never;

type HeadOf<T> = T extends `${infer Head}.${string}` ? Head : T;

type TailOf<T, K> = T extends `${infer Head}.${infer Tail}` ? (Head extends K ? Tail : never) : never;
