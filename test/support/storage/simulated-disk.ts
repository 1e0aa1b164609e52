import { basename, dirname } from "node:path";
import {
  type FileSystem,
  type FolderLock,
  type Lock,
  type OpenFile,
  type OpenMode,
  StorageError,
} from "../../../storage/internal.ts";
import type { Random } from "../random.ts";

/** A change to a file's content that has not been synced. */
type ContentChange =
  | { readonly kind: "write"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly length: number };

/** A change to the names in a folder that has not been synced: one name goes, or one comes, or both at once. */
interface NameChange {
  readonly folder: string;
  readonly gone: string | null;
  readonly come: readonly [name: string, inode: Inode] | null;
}

interface Inode {
  /** The bytes that are on the disk for certain. */
  durable: Uint8Array;
  /** The bytes that the process sees. */
  seen: Uint8Array;
  unsynced: readonly ContentChange[];
}

export type Operation = "makeFolder" | "list" | "open" | "rename" | "remove" | "syncFolder" | "lock" | FileOperation;
type FileOperation = "size" | "read" | "write" | "truncate" | "sync" | "close";

/** The fault of one operation: it fails, or a write takes only some of the bytes. */
export type Fault = { readonly code: string } | { readonly taken: number };

const EMPTY = new Uint8Array();

/**
 * Files in memory that forget unsynced writes, as a disk does when the power goes: each unsynced write is then kept,
 * dropped, zeroed in part or whole, or cut at any byte, and the last unsynced changes of names are undone.
 */
export class SimulatedDisk implements FileSystem {
  /** Called before every operation, which it can make fail. */
  before: (operation: Operation) => Fault | null = () => null;
  /** Another one for a disk that is a copy, as a copied folder has another inode. */
  identity = "disk";
  #folders = new Set<string>(["/"]);
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  #nameChanges: NameChange[] = [];
  #locks = new Set<string>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The disk as it is found after the power has gone at this moment. This one stays as it is. */
  afterPowerCut(random: Random): SimulatedDisk {
    const names = new Map(this.#durableNames);
    for (const change of this.#nameChanges.slice(0, random.below(this.#nameChanges.length + 1))) rename(names, change);
    const left = new Map<Inode, Inode>();
    for (const inode of names.values()) if (!left.has(inode)) left.set(inode, survivor(inode, random));
    return this.#withFiles(new Map([...names].map(([name, inode]) => [name, left.get(inode) ?? inode])), random);
  }

  /** The same disk after the process alone has died. */
  afterCrash(random: Random): SimulatedDisk {
    const names = [...this.#names].map(([name, { seen }]) => [name, settled(seen)] as const);
    return this.#withFiles(new Map(names), random);
  }

  /** Content of a file as the process sees it. */
  content(path: string): Uint8Array {
    return this.#inode(path).seen;
  }

  /** Replaces the content of a file, durably. */
  overwrite(path: string, content: Uint8Array): void {
    Object.assign(this.#inode(path), settled(content));
  }

  paths(): string[] {
    return [...this.#names.keys()];
  }

  async makeFolder(path: string): Promise<boolean> {
    this.#operate("makeFolder");
    if (this.#folders.has(path)) return false;
    if (!this.#folders.has(dirname(path))) throw systemError("ENOENT");
    this.#folders.add(path);
    return true;
  }

  async identityOf(folder: string): Promise<string> {
    return `${this.identity}:${folder}`;
  }

  async realPath(path: string): Promise<string> {
    return path;
  }

  async list(path: string): Promise<readonly string[]> {
    this.#operate("list");
    return [...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => basename(name));
  }

  async open(path: string, mode: OpenMode): Promise<OpenFile> {
    this.#operate("open");
    if (mode === "create") {
      if (this.#names.has(path)) throw systemError("EEXIST");
      const inode = settled(EMPTY);
      this.#changeNames({ folder: dirname(path), gone: null, come: [path, inode] });
    }
    return this.#file(this.#inode(path));
  }

  async rename(from: string, to: string): Promise<void> {
    this.#operate("rename");
    this.#changeNames({ folder: dirname(to), gone: from, come: [to, this.#inode(from)] });
  }

  async remove(path: string): Promise<void> {
    this.#operate("remove");
    this.#inode(path);
    this.#changeNames({ folder: dirname(path), gone: path, come: null });
  }

  async syncFolder(path: string): Promise<boolean> {
    this.#operate("syncFolder");
    for (const change of this.#nameChanges) if (change.folder === path) rename(this.#durableNames, change);
    this.#nameChanges = this.#nameChanges.filter((change) => change.folder !== path);
    return true;
  }

  async lock(folder: string, name: string): Promise<FolderLock> {
    this.#operate("lock");
    const key = `${folder}/${name}`;
    if (this.#locks.has(key)) throw new StorageError("locked", `${key} is locked`);
    this.#locks.add(key);
    return {
      isAlone: true,
      assertHeld: async () => {},
      release: async () => {
        this.#locks.delete(key);
      },
    };
  }

  /** No file here has two names. */
  async lockFile(): Promise<Lock> {
    return { release: async () => {} };
  }

  #file(inode: Inode): OpenFile {
    return {
      size: async () => {
        this.#operate("size");
        return inode.seen.length;
      },
      modifiedAt: async () => {
        this.#operate("size");
        return 0;
      },
      read: async (at, length) => {
        this.#operate("read");
        return inode.seen.slice(at, at + length);
      },
      write: async (bytes, at) => {
        const taken = this.#operate("write") ?? bytes.length;
        const change = { kind: "write", at, bytes: new Uint8Array(bytes.subarray(0, taken)) } as const;
        inode.seen = changed(inode.seen, change);
        inode.unsynced = [...inode.unsynced, change];
        return Math.min(taken, bytes.length);
      },
      sizeIfNamed: () => ([...this.#names.values()].includes(inode) ? inode.seen.length : null),
      truncate: async (length) => {
        this.#operate("truncate");
        const change = { kind: "truncate", length } as const;
        inode.seen = changed(inode.seen, change);
        inode.unsynced = [...inode.unsynced, change];
      },
      sync: async () => this.#sync(inode),
      close: async () => void this.#operate("close"),
    };
  }

  /** A failed sync may lose any part for good, although later syncs succeed. */
  #sync(inode: Inode): void {
    try {
      this.#operate("sync");
    } catch (error) {
      for (const change of inode.unsynced) if (this.#random.chance(2)) inode.durable = changed(inode.durable, change);
      inode.unsynced = [];
      throw error;
    }
    inode.durable = inode.unsynced.reduce(changed, inode.durable);
    inode.unsynced = [];
  }

  /** Gives how many bytes a write takes, if not all. */
  #operate(operation: Operation): number | null {
    const fault = this.before(operation);
    if (fault === null) return null;
    if ("code" in fault) throw systemError(fault.code);
    return fault.taken;
  }

  #changeNames(change: NameChange): void {
    rename(this.#names, change);
    this.#nameChanges.push(change);
  }

  #inode(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw systemError("ENOENT");
    return inode;
  }

  #withFiles(names: Map<string, Inode>, random: Random): SimulatedDisk {
    const disk = new SimulatedDisk(random);
    disk.#folders = new Set(this.#folders);
    disk.#names = names;
    disk.#durableNames = new Map(names);
    return disk;
  }
}

function rename(names: Map<string, Inode>, { gone, come }: NameChange): void {
  if (gone !== null) names.delete(gone);
  if (come !== null) names.set(...come);
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: on purpose`), { code });
}

function settled(content: Uint8Array): Inode {
  return { durable: content, seen: content, unsynced: [] };
}

function survivor({ durable, unsynced }: Inode, random: Random): Inode {
  return settled(unsynced.reduce((content, change) => surviving(content, change, random), durable));
}

function surviving(content: Uint8Array, change: ContentChange, random: Random): Uint8Array {
  const fate = random.one(["kept", "dropped", "zeroed", "holed", "cut"] as const);
  if (fate === "dropped") return content;
  if (fate === "kept" || change.kind === "truncate") return changed(content, change);
  const { length } = change.bytes;
  if (fate === "cut") return changed(content, { ...change, bytes: change.bytes.subarray(0, random.below(length + 1)) });
  const from = fate === "holed" ? random.below(length) : 0;
  const until = fate === "holed" ? from + random.below(length - from) : length;
  return changed(content, { ...change, bytes: new Uint8Array(change.bytes).fill(0, from, until) });
}

/** A new content; the old one is left alone. */
function changed(content: Uint8Array, change: ContentChange): Uint8Array {
  if (change.kind === "truncate") {
    const shortened = new Uint8Array(change.length);
    shortened.set(content.subarray(0, change.length));
    return shortened;
  }
  const result = new Uint8Array(Math.max(content.length, change.at + change.bytes.length));
  result.set(content);
  result.set(change.bytes, change.at);
  return result;
}
