/** How another system, or a mount, answers calls on files. */
export interface System {
  readonly platform?: NodeJS.Platform;
  /** Codes of the calls that are refused. */
  readonly refused: { readonly [call in "syncFolder" | "chmod" | "chown" | "link" | "utimes"]?: string };
  /** The link count of an open file; null: as it is. */
  readonly links: ((count: number) => number) | null;
  /** `f_type` of the file system. */
  readonly type?: number;
  /** A virus scanner has each fresh file for some moments; open files are not replaced. */
  readonly scans?: true;
  /** Names differ by more than case, and are decomposed. */
  readonly foldsNames?: true;
  /** Whether changes are notified. */
  readonly notifies: boolean;
  /** Whether a socket may have a path or a name. */
  readonly hasSockets: boolean;
}

const LOCAL = { refused: {}, links: null, notifies: true, hasSockets: true } as const;

export const SYSTEMS = {
  Windows: { ...LOCAL, platform: "win32", refused: { syncFolder: "EPERM" }, scans: true },
  macOS: { ...LOCAL, platform: "darwin", foldsNames: true },
  "an SMB mount": {
    ...LOCAL,
    refused: { syncFolder: "EINVAL", chmod: "EPERM", chown: "EPERM", link: "ENOTSUP" },
    notifies: false,
  },
  "an NFS mount": {
    ...LOCAL,
    refused: { chown: "EPERM" },
    links: (count) => Math.max(1, count),
    type: 0x6969,
    notifies: false,
  },
  "a FUSE mount": {
    ...LOCAL,
    refused: { syncFolder: "ENOSYS", chmod: "ENOSYS", chown: "EPERM", link: "EPERM", utimes: "EPERM" },
    links: () => 0,
    type: 0x65735546,
  },
  "a WebContainer": { ...LOCAL, refused: { syncFolder: "ENOSYS" }, hasSockets: false },
} as const satisfies Record<string, System>;

export type SystemName = keyof typeof SYSTEMS;
