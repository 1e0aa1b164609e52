const { grantReading } = require("./access");

/** Rows of one statement: SQLite takes a limited number of values. */
const BATCH = 50;

/**
 * Writes content as its tables hold it, because ten thousand documents take minutes through Strapi's own API: the
 * changes of a commit, in the names of the database. Everyone may read all of it; `token` may write.
 */
exports.fill = async (strapi, { changes }, token) => {
  const tables = tablesOf(strapi);
  const ids = new Map();
  for (const { kind, type, status, version } of changes) {
    if (kind !== "put") continue;
    ids.set(`${status}:${version.documentId}`, version.id);
    tables.get(type).rows.push(rowOf(tables.get(type), version));
  }
  const links = new Map();
  for (const { kind, relation, layer, source, target, order } of changes) {
    if (kind !== "link") continue;
    const join = joinOf(tables, relation);
    const list = links.get(join.name) ?? [];
    links.set(join.name, list);
    // Drafts, too, link to the published version of a type without drafts.
    const targetId = ids.get(`${layer}:${target}`) ?? ids.get(`published:${target}`);
    list.push({
      [join.joinColumn.name]: ids.get(`${layer}:${source}`),
      [join.inverseJoinColumn.name]: targetId,
      ...(join.orderColumnName && { [join.orderColumnName]: order[0] }),
      ...(join.inverseOrderColumnName && { [join.inverseOrderColumnName]: order[1] }),
    });
  }
  await strapi.db.connection.transaction(async (transaction) => {
    for (const { name, rows } of tables.values()) await transaction.batchInsert(name, rows, BATCH);
    for (const [name, rows] of links) await transaction.batchInsert(name, rows, BATCH);
  });
  await grantReading(strapi);
  await allow(strapi, token);
};

function tablesOf(strapi) {
  const own = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith("api::"));
  return new Map(
    own.map((uid) => {
      const { tableName, attributes } = strapi.db.metadata.get(uid);
      return [uid, { name: tableName, attributes, rows: [] }];
    }),
  );
}

function rowOf({ attributes }, { values, ...system }) {
  const given = Object.entries({ ...system, ...values });
  return Object.fromEntries(
    given.map(([name, value]) => [attributes[name].columnName, stored(attributes[name], value)]),
  );
}

/** Instants are kept in milliseconds, structured values as text. */
function stored({ type }, value) {
  if (type === "datetime" && value !== null) return Date.parse(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** The table that keeps a relation, which is named like the attribute on its owning side. */
function joinOf(tables, relation) {
  const dot = relation.lastIndexOf(".");
  return tables.get(relation.slice(0, dot)).attributes[relation.slice(dot + 1)].joinTable;
}

async function allow(strapi, token) {
  const accessKey = strapi.service("admin::api-token").hash(token);
  const data = { name: "bench", description: "", type: "full-access", lifespan: null, accessKey };
  await strapi.db.query("admin::api-token").create({ data });
}
