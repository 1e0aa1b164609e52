import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { JetStreamStorage } from "../../../../storage/adapters/jetstream/index.ts";
import { fileStoreSuite } from "../../../conformance/file-store.suite.ts";
import { sharedStorageSuite } from "../../../conformance/storage.suite.ts";
import { HAS_NATS, type NatsCluster, startNats } from "../../../support/nats.ts";

if (!HAS_NATS && process.env.CI) throw new Error("These tests need nats-server 2.15: test/support/fetch-nats.sh");

describe.skipIf(!HAS_NATS)("JetStream (skipped where nats-server 2.15 is not there)", () => {
  for (const count of [1, 3] as const) {
    describe(`of ${count}`, () => {
      let cluster: NatsCluster;
      beforeAll(async () => {
        cluster = await startNats(count);
      });
      afterAll(() => cluster?.close());

      sharedStorageSuite(`JetStreamStorage, R${count},`, async () => {
        const place = cluster.newPlace();
        return {
          storage: () => new JetStreamStorage(place),
          lose: (after) => cluster.lose(place, after),
          age: (milliseconds) => cluster.age(place, milliseconds),
        };
      });

      fileStoreSuite(`JetStreamStorage.files, R${count},`, async () => {
        const storage = new JetStreamStorage(cluster.newPlace());
        onTestFinished(() => storage.close());
        await storage.open();
        return storage.files;
      });
    });
  }
});
