// Nobody signs in: any secrets do.
module.exports = () => ({
  serveAdminPanel: false,
  auth: { secret: "a secret of the benchmark" },
  apiToken: { salt: "a salt of the benchmark" },
  transfer: { token: { salt: "a salt of the benchmark" } },
  secrets: { encryptionKey: "0123456789abcdef0123456789abcdef" },
});
