import type { AuthorName } from "./people-and-topics.ts";

/** One item of a page. A quote names its author, who becomes a relation. */
export type DemoBlock =
  | {
      readonly __component: "blocks.hero";
      readonly heading: string;
      readonly subheading?: string;
      readonly action?: { readonly label: string; readonly url: string };
    }
  | { readonly __component: "blocks.text"; readonly body: string }
  | { readonly __component: "blocks.quote"; readonly text: string; readonly author: AuthorName }
  | {
      readonly __component: "blocks.gallery";
      readonly title: string;
      readonly figures: readonly { readonly caption: string }[];
    };

export interface DemoPage {
  readonly title: string;
  readonly slug: string;
  readonly blocks: readonly DemoBlock[];
  readonly seo?: { readonly metaTitle: string; readonly metaDescription?: string };
  readonly published: boolean;
}

export const PAGES: readonly DemoPage[] = [
  {
    title: "Home",
    slug: "home",
    blocks: [
      {
        __component: "blocks.hero",
        heading: "Good food from very small kitchens",
        subheading: "Recipes, lists and carpentry for people who cook afloat.",
        action: { label: "Read the latest", url: "/posts" },
      },
      {
        __component: "blocks.quote",
        text: "The sea takes what is not tied down. Dinner first.",
        author: "Marta Lindqvist",
      },
      {
        __component: "blocks.gallery",
        title: "Three galleys we like",
        figures: [
          { caption: "A two-burner stove under a skylight" },
          { caption: "Mug hooks that lean the right way" },
          { caption: "The bread tin, in its own locker" },
        ],
      },
    ],
    seo: { metaTitle: "Galley Notes", metaDescription: "Cooking afloat: recipes, provisioning, equipment, voyages." },
    published: true,
  },
  {
    title: "About",
    slug: "about",
    blocks: [
      {
        __component: "blocks.text",
        body: "**Galley Notes** is written by four people who have cooked at sea for a living or in spite of one.",
      },
      {
        __component: "blocks.quote",
        text: "I have eaten worse in hotels, and they were not moving.",
        author: "Henrik Dahl",
      },
      {
        __component: "blocks.text",
        body: "We test every recipe on a two-burner stove. What fails at 20 degrees of heel is not printed.",
      },
    ],
    published: true,
  },
  {
    title: "Conversion tables",
    slug: "conversion-tables",
    blocks: [
      { __component: "blocks.hero", heading: "Cups, mugs and millilitres" },
      {
        __component: "blocks.text",
        body: "| measure | ml |\n|---|---|\n| enamel mug | 350 |\n| cup | 240 |\n| tablespoon | 15 |",
      },
    ],
    published: true,
  },
  {
    title: "Write for us",
    slug: "write-for-us",
    blocks: [
      { __component: "blocks.hero", heading: "Have you cooked somewhere smaller?" },
      { __component: "blocks.text", body: "Tell us what you made, on what, and in how much wind." },
    ],
    published: false,
  },
];

export const SITE_SETTING = {
  siteName: "Galley Notes",
  tagline: "Good food from very small kitchens",
  navigation: [
    { label: "Recipes", url: "/categories/recipes" },
    { label: "Provisioning", url: "/categories/provisioning" },
    { label: "About", url: "/about" },
  ],
  seo: { metaTitle: "Galley Notes", metaDescription: "Recipes, lists and carpentry for people who cook afloat." },
};
