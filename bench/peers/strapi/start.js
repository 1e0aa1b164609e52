// Starts this project as it is, and writes its port when it listens: node start.js
const { createStrapi } = require("@strapi/strapi");

createStrapi({ appDir: __dirname, distDir: __dirname })
  .start()
  .then(() => process.stdout.write(`${process.env.PORT}\n`))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
