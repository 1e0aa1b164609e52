import { expect, it } from "vitest";
import { listedKeys } from "../../../../storage/adapters/s3/listed-keys.ts";

const page = (inside: string) => `<?xml version="1.0"?><ListBucketResult xmlns="x">${inside}</ListBucketResult>`;
const item = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;

it("reads the keys of a page, in both ways of writing them", () => {
  const modifiedAt = Date.parse("2026-01-01");
  expect(listedKeys(page(item("a&amp;b&#228;&#x20AC;.txt") + item("&amp;lt;")))).toEqual({
    keys: [
      { key: "a&bä€.txt", modifiedAt },
      { key: "&lt;", modifiedAt },
    ],
    next: null,
  });
  expect(listedKeys(page(`<EncodingType>url</EncodingType>${item("a+b%2B%C3%A4.txt")}`))?.keys).toEqual([
    { key: "a b+ä.txt", modifiedAt },
  ]);
});

it("reports where a list continues", () => {
  const token = "<NextContinuationToken>a&amp;b</NextContinuationToken>";
  expect(listedKeys(page(`<IsTruncated>true</IsTruncated>${token}`))).toEqual({ keys: [], next: "a&b" });
  expect(listedKeys(page(`<IsTruncated>false</IsTruncated>${token}`))?.next).toBeNull();
  expect(listedKeys("")).toEqual({ keys: [], next: null });
});
