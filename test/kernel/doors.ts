// The two builds of the kernels that every kernel test runs on: as shipped, and with every assertion.
import { compileKernels, debug } from '../../tools/compile-kernels.js'
import { kernelModule, Kernels } from '../../dist/src/kernel/kernels.js'

export const buildNames = ['shipped', 'checked'] as const
export type Build = (typeof buildNames)[number]

const doors = new Map<Build, Promise<Kernels>>()

/** A door to the kernels of one build, the same for all tests of a process. */
export function doorTo(build: Build): Promise<Kernels> {
  let door = doors.get(build)
  if (!door) {
    door = moduleOf(build).then((module) => Kernels.load(module))
    doors.set(build, door)
  }
  return door
}

async function moduleOf(build: Build): Promise<WebAssembly.Module> {
  if (build === 'shipped') return kernelModule()
  const { wasm } = await compileKernels(debug)
  return WebAssembly.compile(wasm as BufferSource)
}
