/**
 * Every choice inside the engine that deployments can make differently. The transport fills it from the active profile;
 * nothing in the engine asks which profile that is.
 */
export interface Rules {
  /**
   * The target of a link. `document`: whichever of its versions exist, so that a target published later shows up at once.
   * `version`: the target's version at the time of writing, as in a relational join table.
   */
  readonly links: "document" | "version";
  /** Meaning of `$not` around a relation. `none`: no linked entry matches. `some`: some linked entry does not match. */
  readonly negatedRelation: "none" | "some";
  /** Versions seen through a relation from a type without drafts: versions in the query's status, or all. */
  readonly draftsBehindPlainTypes: "query" | "all";
  /**
   * The entries that a condition or an order behind `localizations` tests. `others`: the
   * entry's other locales in the same status, as `populate` returns them. `versions`: every version of its document, as a
   * join by documentId finds them.
   */
  readonly localizations: "others" | "versions";
  /** Whether a filter by `locale` at the root of a query applies within the requested locales, or replaces them. */
  readonly localeFilter: "within" | "instead";
  /** Numeric ids of versions are accepted wherever a documentId is in relation and media input. */
  readonly numericReferences: boolean;
  /**
   * How documents are passed to an attribute that accepts any type. `any`: in every form that other relations accept, each
   * document with its type. `typed lists`: in lists only.
   */
  readonly morphForms: "any" | "typed lists";
  /** How files are attached to a new document: by setting only, where connecting has no effect, or by either. */
  readonly newMedia: "set" | "set or connected";
  /** An object for a media attribute that names no file, as `{}` and `{ connect: [] }`: changes nothing, or removes all files. */
  readonly unchangedMedia: "kept" | "emptied";
  /** Whether a required repeatable component or dynamic zone must be given when a draft is created, not only on publishing. */
  readonly draftsNeedLists: boolean;
  /** Whether, under the full rules, a component that an update adds must have its required attributes. */
  readonly completeComponents: boolean;
  /**
   * Message of the fault that a dynamic zone cannot hold an item. `plain`: with the components of the zone. `recorded`: an
   * unknown component with all known ones, and each fault a second time, as links that cannot be followed.
   */
  readonly zoneFaults: "plain" | "recorded";
  /** A value of blocks other than a list, if none is required: an error, or the same as null. */
  readonly strayBlocks: "refused" | "null";
  /**
   * A json value that is a text or a boolean. `kept`: answered as it was sent. `read back`: as a text column returns it,
   * where the text of a number, list or object becomes that value, and booleans become 1 and 0.
   */
  readonly bareJson: "kept" | "read back";
  /** Whether `populate[x][limit|start|page|pageSize|pagination]` and `populate=deep` are supported. */
  readonly populateExtensions: boolean;
  /**
   * `*` as the options of an attribute (`populate[x]=*`). `one level`: shows the entries directly behind it too.
   * `refused`, if there is anything. `plain`: shows the attribute alone, as `true`.
   */
  readonly wildcards: "one level" | "refused" | "plain";
  /**
   * Page numbers. `strict`: a list of them is refused, and `start` has no meaning for one entry. `loose`: a list is the
   * largest page, and a `start` above 0 skips the one entry.
   */
  readonly pageNumbers: "strict" | "loose";
  /**
   * A path that follows a longer one with the same beginning in a list of `populate`, as `a.b` after `a.b.c`. `joined`: both
   * are applied. `replaced`: the longer one is dropped.
   */
  readonly laterPopulate: "joined" | "replaced";
  /** Sort keys of populated entries with selected fields: omitted like every other field, or shown with the selected ones. */
  readonly joinedSortKeys: "hidden" | "shown";
  /** A sort by an attribute of the name `status`, which is a key of its own in Strapi's admin API: by it, or without effect. */
  readonly statusSort: "sorted" | "ignored";
  /** `count` of a media attribute: the number of its files, or without effect, so that the files themselves are shown. */
  readonly mediaCounts: "counted" | "ignored";
  /** Whether `populate` of files shows the entries that have each (`related`), or refuses the name. */
  readonly relatedEntries: "shown" | "unknown";
  /** Whether reading drafts requires credentials, unknown statuses are refused, and both statuses can be read at once. */
  readonly strictStatus: boolean;
  /** Whether a relation with `localized: false` is shared by all locales of a document (Strapi #12538), or never is. */
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
  unchangedMedia: "kept",
  draftsNeedLists: false,
  completeComponents: true,
  zoneFaults: "plain",
  strayBlocks: "refused",
  bareJson: "kept",
  populateExtensions: true,
  wildcards: "one level",
  pageNumbers: "strict",
  laterPopulate: "joined",
  joinedSortKeys: "hidden",
  statusSort: "sorted",
  mediaCounts: "counted",
  relatedEntries: "unknown",
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
  unchangedMedia: "emptied",
  draftsNeedLists: true,
  completeComponents: false,
  zoneFaults: "recorded",
  strayBlocks: "null",
  bareJson: "read back",
  populateExtensions: false,
  wildcards: "refused",
  pageNumbers: "loose",
  laterPopulate: "replaced",
  joinedSortKeys: "shown",
  statusSort: "ignored",
  mediaCounts: "ignored",
  relatedEntries: "shown",
  strictStatus: false,
  sharedRelations: false,
  unknownNames: "dropped",
};
