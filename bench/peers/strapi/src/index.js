const { readFileSync } = require("node:fs");
const { fill } = require("./fill");

module.exports = {
  register() {},

  /** Fills a database that is still empty with the content of the file that CONTENT names. */
  async bootstrap({ strapi }) {
    if (process.env.CONTENT)
      await fill(strapi, JSON.parse(readFileSync(process.env.CONTENT, "utf8")), process.env.TOKEN);
  },
};
