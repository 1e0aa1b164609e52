import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import os from "node:os";
import { basename, dirname, join } from "node:path";
import { SYSTEMS, type System, type SystemName } from "./systems.ts";

type AnyFunction = (...args: never[]) => unknown;

/** Attempts to rename or remove a fresh file that a scanner makes fail. */
const SCANS = 2;

const PATH_CALLS = [
  "open",
  "stat",
  "lstat",
  "readFile",
  "writeFile",
  "rm",
  "mkdir",
  "readdir",
  "readlink",
  "realpath",
  "utimes",
  "statfs",
];

/**
 * Makes the modules of Node answer in this process as they do on another system. The returned function undoes it. Paths
 * keep their slashes: what a system does with backslashes is not tested by this.
 */
export async function emulate(name: SystemName): Promise<() => void> {
  const undo: (() => void)[] = [];
  const system: System = SYSTEMS[name];
  const replace = <T extends object, K extends keyof T>(owner: T, key: K, by: (before: T[K]) => T[K]): void => {
    const before = Object.getOwnPropertyDescriptor(owner, key);
    Object.defineProperty(owner, key, { ...before, value: by(owner[key]), writable: true, configurable: true });
    undo.push(() => void (before === undefined ? delete owner[key] : Object.defineProperty(owner, key, before)));
  };
  const { platform } = system;
  if (platform !== undefined) {
    replace(process, "platform", () => platform);
    replace(os, "platform", () => () => platform);
  }
  const handles = await handlePrototype();
  const restore = () => {
    for (const each of undo.reverse()) each();
    syncBuiltinESMExports();
  };
  refuse(system, replace, handles);
  if (system.links !== null) countLinks(system.links, replace, handles);
  if (system.type !== undefined) {
    const { type } = system;
    replace(
      fs.promises,
      "statfs",
      (before) =>
        (async (...args: Parameters<typeof before>) => Object.assign(await before(...args), { type })) as typeof before,
    );
  }
  if (system.foldsNames) foldNames(replace);
  if (system.scans) scan(replace);
  if (!system.notifies) silence(replace);
  sockets(system, replace);
  syncBuiltinESMExports();
  return restore;
}

type Replace = <T extends object, K extends keyof T>(owner: T, key: K, by: (before: T[K]) => T[K]) => void;
type Handle = fs.promises.FileHandle;

async function handlePrototype(): Promise<Handle> {
  const handle = await fs.promises.open(process.execPath, "r");
  await handle.close();
  return Object.getPrototypeOf(handle) as Handle;
}

function systemError(code: string, call: string): Error {
  return Object.assign(new Error(`${code}: emulated, ${call}`), { code, syscall: call });
}

function refuse({ refused }: System, replace: Replace, handles: Handle): void {
  const { syncFolder, chmod, chown, link, utimes } = refused;
  const failing = (code: string, call: string) => async () => {
    throw systemError(code, call);
  };
  if (syncFolder !== undefined) {
    replace(
      handles,
      "sync",
      (before) =>
        async function (this: Handle) {
          if ((await this.stat()).isDirectory()) throw systemError(syncFolder, "fsync");
          return before.call(this);
        },
    );
  }
  if (chmod !== undefined) replace(handles, "chmod", () => failing(chmod, "fchmod"));
  if (chown !== undefined) replace(handles, "chown", () => failing(chown, "fchown"));
  if (link !== undefined) replace(fs.promises, "link", () => failing(link, "link"));
  if (utimes !== undefined) replace(fs.promises, "utimes", () => failing(utimes, "utime"));
}

function countLinks(links: (count: number) => number, replace: Replace, handles: Handle): void {
  const counted = <T extends { nlink: number | bigint }>(found: T): T => {
    found.nlink = typeof found.nlink === "bigint" ? BigInt(links(Number(found.nlink))) : links(found.nlink);
    return found;
  };
  replace(
    fs,
    "fstatSync",
    (before) => ((...args: Parameters<typeof before>) => counted(before(...args) as fs.Stats)) as typeof before,
  );
  replace(
    handles,
    "stat",
    (before) =>
      async function (this: Handle, ...args: []) {
        return counted(await before.call(this, ...args));
      } as typeof before,
  );
}

/** The path of an existing file under another spelling; a new file gets a decomposed name. */
function folded(lstat: typeof fs.lstatSync, readdir: typeof fs.readdirSync): (path: unknown) => unknown {
  const same = (name: string) => name.normalize("NFC").toLowerCase();
  const real = (path: string): string => {
    const parent = dirname(path);
    if (parent === path) return path;
    const folder = real(parent);
    const name = basename(path);
    if (lstat(join(folder, name), { throwIfNoEntry: false }) !== undefined) return join(folder, name);
    const isFolder = lstat(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    const found = isFolder ? readdir(folder).find((other) => same(other) === same(name)) : undefined;
    return join(folder, found ?? name.normalize("NFD"));
  };
  return (path) => (typeof path === "string" && path.startsWith("/") && !path.startsWith("/proc/") ? real(path) : path);
}

function foldNames(replace: Replace): void {
  const real = folded(fs.lstatSync.bind(fs), fs.readdirSync.bind(fs) as typeof fs.readdirSync);
  const mapped = (count: number) => (before: AnyFunction) =>
    ((...args: unknown[]) =>
      (before as (...args: unknown[]) => unknown)(
        ...args.map((each, at) => (at < count ? real(each) : each)),
      )) as AnyFunction;
  const promises = fs.promises as unknown as Record<string, AnyFunction>;
  const sync = fs as unknown as Record<string, AnyFunction>;
  for (const call of PATH_CALLS) replace(promises, call, mapped(1));
  for (const call of ["statSync", "existsSync", "openSync", "readFileSync", "readdirSync", "watch", "watchFile"])
    replace(sync, call, mapped(1));
  for (const call of ["rename", "link"]) replace(promises, call, mapped(2));
}

function scan(replace: Replace): void {
  const opened = new Map<string, number>();
  const left = new Map<string, number>();
  const isScanned = (path: string, call: string): void => {
    const scans = left.get(path) ?? 0;
    if (scans === 0) return;
    left.set(path, scans - 1);
    throw systemError(scans % 2 === 0 ? "EBUSY" : "EPERM", call);
  };
  replace(fs.promises, "open", (before) => async (path, flags, ...mode) => {
    const isNew = fs.statSync(path, { throwIfNoEntry: false }) === undefined;
    const handle = await before(path, flags, ...mode);
    if (isNew) left.set(String(path), SCANS);
    opened.set(String(path), (opened.get(String(path)) ?? 0) + 1);
    const close = handle.close.bind(handle);
    handle.close = () => {
      handle.close = close;
      opened.set(String(path), (opened.get(String(path)) ?? 1) - 1);
      return close();
    };
    return handle;
  });
  replace(fs.promises, "rename", (before) => async (from, to) => {
    isScanned(String(from), "rename");
    const isOpen = (path: unknown) => (opened.get(String(path)) ?? 0) > 0;
    if (isOpen(from) || isOpen(to)) throw systemError("EPERM", "rename of an open file");
    await before(from, to);
    left.set(String(to), SCANS);
  });
  replace(fs.promises, "rm", (before) => async (path, options) => {
    isScanned(String(path), "rm");
    await before(path, options);
  });
}

function silence(replace: Replace): void {
  const silent = () => Object.assign(new net.Socket(), { close: () => {} }) as unknown as fs.FSWatcher;
  replace(fs, "watch", () => silent as unknown as typeof fs.watch);
}

/** Pipes of Windows are abstract sockets here. */
function sockets({ hasSockets }: System, replace: Replace): void {
  const pipe = (address: unknown) =>
    typeof address === "string" && address.startsWith("\\\\.\\pipe\\") ? `\0emulated-${address.slice(9)}` : address;
  replace(
    net.Server.prototype,
    "listen",
    (before) =>
      function (this: net.Server, ...args: unknown[]) {
        const isNamed = typeof args[0] === "string" && !/^\d+$/.test(args[0]);
        if (hasSockets || !isNamed) return Reflect.apply(before, this, [pipe(args[0]), ...args.slice(1)]);
        process.nextTick(() => this.emit("error", systemError("EINVAL", "listen")));
        return this;
      } as typeof before,
  );
  replace(
    net,
    "connect",
    (before) =>
      ((...args: unknown[]) => Reflect.apply(before, net, [pipe(args[0]), ...args.slice(1)])) as typeof before,
  );
}
