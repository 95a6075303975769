// The two builds of the kernels that every kernel test uses: as shipped, and with all assertions.
import { compileKernels, debug } from '../../tools/compile-kernels.js'
import { kernelModule, Kernels } from '../../dist/src/memory/threads/kernels.js'

export const buildNames = ['shipped', 'checked'] as const
export type Build = (typeof buildNames)[number]

const loaded = new Map<Build, Promise<Kernels>>()

/** Loads a build of the kernels, once for all tests of a process. */
export function loadBuild(build: Build): Promise<Kernels> {
  let kernels = loaded.get(build)
  if (!kernels) {
    kernels = moduleOf(build).then((module) => Kernels.load(module))
    loaded.set(build, kernels)
  }
  return kernels
}

async function moduleOf(build: Build): Promise<WebAssembly.Module> {
  if (build === 'shipped') return kernelModule()
  const { wasm } = await compileKernels(debug)
  return WebAssembly.compile(wasm as BufferSource)
}
