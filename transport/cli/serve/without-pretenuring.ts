import { setFlagsFromString } from "node:v8";

/**
 * Has V8 allocate the objects of every request in the young generation. Otherwise it learns from the first requests,
 * which wait for indexes and survive a collection meanwhile, to allocate such objects in the old one (allocation site
 * pretenuring). Dead objects there keep others alive: some 400 bytes of each later request were copied, and lists took
 * up to 4 % more CPU. V8 reads this flag at each collection and whenever it compiles a function. It applies to the
 * whole process.
 */
export function withoutPretenuring(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
