const { readFileSync, writeFileSync } = require("node:fs");
const { fill } = require("./fill");
const { addLocales, grantReading, makeTokens } = require("./access");
const { documentServiceRoute } = require("./document-service-route");

module.exports = {
  /** Offers the Document Service over HTTP where TOKENS_FILE asks for a server to compare with. */
  register({ strapi }) {
    if (process.env.TOKENS_FILE) strapi.server.routes([documentServiceRoute(strapi)]);
  },

  /**
   * CONTENT: fills a database that is still empty with the content of this file. TOKENS_FILE: lets visitors read all
   * but secrets, and leaves API tokens in this file.
   */
  async bootstrap({ strapi }) {
    const { CONTENT, TOKEN, TOKENS_FILE, LOCALES = "" } = process.env;
    if (CONTENT) await fill(strapi, JSON.parse(readFileSync(CONTENT, "utf8")), TOKEN);
    if (!TOKENS_FILE) return;
    await addLocales(strapi, LOCALES.split(",").filter(Boolean));
    await grantReading(strapi, ({ uid }) => uid !== "api::secret.secret");
    writeFileSync(TOKENS_FILE, JSON.stringify(await makeTokens(strapi)));
  },
};
