const TITLES: { readonly [name: string]: string } = {
  documentId: "Document ID",
  createdAt: "Created",
  updatedAt: "Updated",
  publishedAt: "Published",
};

const ACRONYMS = new Set(["api", "cta", "html", "id", "seo", "sku", "uid", "url", "vat"]);

/** The name of an attribute for people: `publishedDate` is "Published date", `author.name` is "Author › Name". */
export function titleOfAttribute(name: string): string {
  return name
    .split(".")
    .map((step) => TITLES[step] ?? inWords(step))
    .join(" › ");
}

function inWords(name: string): string {
  const parted = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]+/g, " ");
  const words = parted.trim().split(" ").map(word);
  const [first = "", ...others] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(" ");
}

function word(text: string): string {
  if (ACRONYMS.has(text.toLowerCase())) return text.toUpperCase();
  return /^[A-Z\d]{2,}$/.test(text) ? text : text.toLowerCase();
}
