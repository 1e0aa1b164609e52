// What a new project has, without the log and the page that it serves to people.
module.exports = ["strapi::errors", "strapi::security", "strapi::cors", "strapi::query", "strapi::body"];
