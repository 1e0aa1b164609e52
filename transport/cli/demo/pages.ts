import type { Seeded } from "./schema.ts";

/** Pages as entries of a seed, which are published unless they say otherwise. */
export const PAGES: Seeded<"page"> = [
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
        author: { $ref: "Marta Lindqvist" },
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
        author: { $ref: "Henrik Dahl" },
      },
      {
        __component: "blocks.text",
        body: "We test every recipe on a two-burner stove. What fails at 20 degrees of heel is not printed.",
      },
    ],
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
  },
  {
    title: "Write for us",
    slug: "write-for-us",
    blocks: [
      { __component: "blocks.hero", heading: "Have you cooked somewhere smaller?" },
      { __component: "blocks.text", body: "Tell us what you made, on what, and in how much wind." },
    ],
    status: "draft",
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
