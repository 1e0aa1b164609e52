/** Authors, categories and tags: what posts and pages refer to by name. */

export const AUTHORS = [
  {
    name: "Marta Lindqvist",
    email: "marta@galleynotes.example",
    bio: "Cooked for crews of six to sixty on Baltic traders, and has never once served dinner late.",
  },
  {
    name: "Tomás Ferreira",
    email: "tomas@galleynotes.example",
    bio: "Fishes before breakfast, bakes after it. Lives aboard a 1978 ketch in the Azores.",
  },
  {
    name: "Ines Okafor",
    email: "ines@galleynotes.example",
    bio: "A boatbuilder who fits out small kitchens: stoves, sinks, lockers and everything that must not rattle.",
  },
  {
    name: "Henrik Dahl",
    email: "henrik@galleynotes.example",
    bio: "Retired ship's steward. Keeps forty years of provisioning lists in one blue notebook.",
  },
];

export const CATEGORIES = [
  { name: "Recipes", slug: "recipes" },
  { name: "Provisioning", slug: "provisioning" },
  { name: "Equipment", slug: "equipment" },
  { name: "Voyages", slug: "voyages" },
];

export const TAGS = [
  { name: "One pot", slug: "one-pot" },
  { name: "Bread", slug: "bread" },
  { name: "Fish", slug: "fish" },
  { name: "Heavy weather", slug: "heavy-weather" },
  { name: "No fridge", slug: "no-fridge" },
  { name: "Small space", slug: "small-space" },
  { name: "Water", slug: "water" },
  { name: "Coffee", slug: "coffee" },
];
