/** A request that is small or plain to send, and could be dear to read. */
export interface Bomb {
  readonly name: string;
  readonly path: string;
  /** Absent: it is asked by GET. */
  readonly body?: string;
  readonly status: number;
}

const inContent = (json: string): string => `{"data":{"title":"a","content":${json}}}`;

const keys = (count: number, key: (at: number) => string): string =>
  inContent(`[{${Array.from({ length: count }, (_, at) => `"${key(at)}":0`).join(",")}}]`);

const objects = (count: number, members: number): string =>
  inContent(
    `[${Array.from({ length: count }, (_, object) => {
      return `{${Array.from({ length: members }, (_, at) => `"k${object} ${at}":0`).join(",")}}`;
    }).join(",")}]`,
  );

export const BOMBS: readonly Bomb[] = [
  post("100,000 levels", inContent("[".repeat(100_000) + "]".repeat(100_000)), 400),
  post(
    "1,000,000 keys",
    keys(1_000_000, (at) => `k${at}`),
    400,
  ),
  post(
    "90,000 keys of one object",
    keys(90_000, (at) => `k${at}`),
    400,
  ),
  post("9 objects of 9,999 keys, the most that is parsed", objects(9, 9999), 400),
  post("1 MB of numbers", inContent(`[${"1,".repeat(500_000)}1]`), 400),
  post(
    "60,000 keys like integers",
    keys(60_000, (at) => String(at * 7)),
    400,
  ),
  {
    name: "a 16 kB needle",
    path: `/api/posts?filters[excerpt][$contains]=${"amber river ".repeat(1300)}`.replaceAll(" ", "+"),
    status: 200,
  },
  { name: "a 16 kB search", path: `/api/posts?_q=${"amber river ".repeat(1300)}`.replaceAll(" ", "+"), status: 200 },
];

function post(name: string, body: string, status: number): Bomb {
  return { name, path: "/api/posts", body, status };
}
