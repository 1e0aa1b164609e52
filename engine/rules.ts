/**
 * Every choice inside the engine in which deployments differ. The transport fills it from the profile in force; nothing
 * in the engine asks which profile that is.
 */
export interface Rules {
  /**
   * What a link names. `document`: the target whichever of its versions exist, so that a target published later shows
   * up at once. `version`: the target's version at the time of writing, as in a relational join table.
   */
  readonly links: "document" | "version";
  /** Meaning of `$not` around a relation. `none`: no linked entry fulfils it. `some`: some linked entry does not. */
  readonly negatedRelation: "none" | "some";
  /** Versions seen through a relation from a type without drafts: those of the query's status, or all. */
  readonly draftsBehindPlainTypes: "query" | "all";
  /**
   * What a condition or an order behind `localizations` looks at. `others`: what populating them shows, the other locales
   * of the entry in its status. `versions`: every version of its document, as a join by documentId finds them.
   */
  readonly localizations: "others" | "versions";
  /** A filter by `locale` at the root of a query looks within the locales that are asked for, or stands in their place. */
  readonly localeFilter: "within" | "instead";
  /** Numeric ids of versions are accepted wherever a documentId is in relation and media input. */
  readonly numericReferences: boolean;
  /**
   * How documents are given to an attribute that leads to any type. `any`: in every form that other relations take, each
   * document with its type. `typed lists`: in lists only.
   */
  readonly morphForms: "any" | "typed lists";
  /** How files get into a document that is made: by setting them alone, where connecting them does nothing, or by both. */
  readonly newMedia: "set" | "set or connected";
  /** A required repeatable component or dynamic zone must be given when a draft is made, not only when it is published. */
  readonly draftsNeedLists: boolean;
  /** Under the full rules, a component that a change brings in anew must have its required attributes. */
  readonly completeComponents: boolean;
  /**
   * How a fault says that a dynamic zone cannot hold an item. `plain`: with the components of the zone. `recorded`: an
   * unknown component with all there are, and each fault once more, as links that cannot be followed.
   */
  readonly zoneFaults: "plain" | "recorded";
  /** A value of blocks that is no list, where none is required: an error, or the same as null. */
  readonly strayBlocks: "refused" | "null";
  /**
   * A json value that is a text or a boolean. `kept`: answered as it was sent. `read back`: as a text column gives it
   * back, where the text of a number, list or object becomes what it says, and booleans become 1 and 0.
   */
  readonly bareJson: "kept" | "read back";
  /** `populate[x][limit|start|page|pageSize|pagination]`, `populate[x]=*` and `populate=deep`. */
  readonly populateExtensions: boolean;
  /**
   * Numbers of pages. `strict`: a list of them is refused, and `start` means nothing on one entry. `loose`: a list is the
   * largest page, and a `start` above 0 skips the one entry.
   */
  readonly pageNumbers: "strict" | "loose";
  /**
   * A plain name that follows a dotted path of the same name in a list of `populate`. `joined`: both are shown.
   * `replaced`: the path is forgotten.
   */
  readonly laterPopulate: "joined" | "replaced";
  /** Sort keys of populated entries whose fields are chosen: left out like every other field, or shown beside those. */
  readonly joinedSortKeys: "hidden" | "shown";
  /** `count` of a media attribute: the number of its files, or nothing, so that the files themselves are shown. */
  readonly mediaCounts: "counted" | "ignored";
  /** Asking for drafts needs credentials; a status other than the two words is refused; both may be asked at once. */
  readonly strictStatus: boolean;
  /** A relation that says `localized: false` is shared by all locales of a document, or never (Strapi #12538). */
  readonly sharedRelations: boolean;
  /** Names in the data of a program's write that its type does not have (writes, §16). */
  readonly unknownNames: "refused" | "dropped";
}

/** The seed contract. */
export const CONTRACT_RULES: Rules = {
  links: "document",
  negatedRelation: "none",
  draftsBehindPlainTypes: "query",
  localizations: "others",
  localeFilter: "within",
  numericReferences: false,
  morphForms: "any",
  newMedia: "set or connected",
  draftsNeedLists: false,
  completeComponents: true,
  zoneFaults: "plain",
  strayBlocks: "refused",
  bareJson: "kept",
  populateExtensions: true,
  pageNumbers: "strict",
  laterPopulate: "joined",
  joinedSortKeys: "hidden",
  mediaCounts: "counted",
  strictStatus: true,
  sharedRelations: true,
  unknownNames: "refused",
};

/** Strapi 5.54 where it differs. */
export const STRAPI_RULES: Rules = {
  links: "version",
  negatedRelation: "some",
  draftsBehindPlainTypes: "all",
  localizations: "versions",
  localeFilter: "instead",
  numericReferences: true,
  morphForms: "typed lists",
  newMedia: "set",
  draftsNeedLists: true,
  completeComponents: false,
  zoneFaults: "recorded",
  strayBlocks: "null",
  bareJson: "read back",
  populateExtensions: false,
  pageNumbers: "loose",
  laterPopulate: "replaced",
  joinedSortKeys: "shown",
  mediaCounts: "ignored",
  strictStatus: false,
  sharedRelations: false,
  unknownNames: "dropped",
};
