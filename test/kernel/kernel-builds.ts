// The two builds of the kernels that every kernel test runs on: as shipped, and with every assertion.
import { compileKernels, debug, release } from '../../tools/compile-kernels.js'
import { Kernels } from '../../dist/src/kernel/kernels.js'

export const builds = { shipped: release, checked: debug } as const
export type Build = keyof typeof builds
export const buildNames = Object.keys(builds) as readonly Build[]

const doors = new Map<Build, Promise<Kernels>>()

/** A door to the kernels of one build, the same for all tests of a file. */
export function loadBuild(build: Build): Promise<Kernels> {
  let door = doors.get(build)
  if (!door) {
    door = open(build)
    doors.set(build, door)
  }
  return door
}

async function open(build: Build): Promise<Kernels> {
  const { wasm } = await compileKernels(builds[build])
  return Kernels.load(await WebAssembly.compile(wasm as BufferSource))
}
