// The two builds of the kernels that every kernel test uses: as shipped, and with all assertions.
import { compileKernels, debug, release } from '../../tools/compile-kernels.js'
import { Kernels } from '../../dist/src/kernel/kernels.js'

export const builds = { shipped: release, checked: debug } as const
export type Build = keyof typeof builds
export const buildNames = Object.keys(builds) as readonly Build[]

const loaded = new Map<Build, Promise<Kernels>>()

/** Loads a build of the kernels, once for all tests of a file. */
export function loadBuild(build: Build): Promise<Kernels> {
  let kernels = loaded.get(build)
  if (!kernels) {
    kernels = load(build)
    loaded.set(build, kernels)
  }
  return kernels
}

async function load(build: Build): Promise<Kernels> {
  const { wasm } = await compileKernels(builds[build])
  return Kernels.load(await WebAssembly.compile(wasm as BufferSource))
}
