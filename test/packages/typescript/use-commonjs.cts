import galley = require("galley");
import storage = require("galley/storage");

export const made: Promise<galley.Galley> = galley.createGalley({
  schema: { contentTypes: {} },
  storage: new storage.MemoryStorage(),
});
