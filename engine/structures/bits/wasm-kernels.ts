import { type Kernel, wasmModule } from "./wasm-module.ts";

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** The part of WebAssembly's API that is used here. Some hosts lack it, and some forbid it. */
declare const WebAssembly:
  | {
      readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory;
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (
        module: object,
        imports: { readonly host: { readonly memory: Memory } },
      ) => { readonly exports: unknown };
    }
  | undefined;

const PAGE_BYTES = 65_536;

/** Compiled kernels, and the linear memory that their addresses refer to. */
export interface CompiledKernels<K> {
  readonly buffer: ArrayBuffer;
  readonly kernels: K;
}

/**
 * Compiles kernels over a memory of at least so many bytes; null if the host does not allow it. The system provides the
 * memory as it is written to. `K` has a function for each kernel.
 */
export function compileKernels<K>(kernels: readonly Kernel[], bytes: number): CompiledKernels<K> | null {
  if (typeof WebAssembly === "undefined") return null;
  const pages = Math.ceil(bytes / PAGE_BYTES);
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const module = new WebAssembly.Module(wasmModule(kernels));
    const { exports } = new WebAssembly.Instance(module, { host: { memory } });
    // The module exports one function for each kernel.
    return { buffer: memory.buffer, kernels: exports as K };
  } catch {
    return null;
  }
}
