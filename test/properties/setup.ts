import fc from 'fast-check'
import { inject } from 'vitest'
import './equality.ts'
import { runs } from './runs.ts'

// A property that does not say how often it runs does so 100 times, as all the others fewer in `npm test`.
fc.configureGlobal({ seed: inject('propertySeed'), numRuns: runs(100) })

interface KernelExports {
  readonly memory?: WebAssembly.Memory
  readonly heapBase?: () => number
}

/** Fills the free memory of kernels, and what it grows by, with numbers that are none. */
function soil({ memory, heapBase }: KernelExports): void {
  if (!memory || !heapBase) return
  const fillFrom = (from: number) => new Uint8Array(memory.buffer).fill(0xff, from)
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    const before = memory.buffer.byteLength
    const pagesBefore = grow(pages)
    fillFrom(before)
    return pagesBefore
  }
  fillFrom(heapBase())
}

// Kernel memory holds what earlier jobs left there: in tests it is never clean, so that what reads places it did not write shows.
const { instantiate } = WebAssembly
if (instantiate.name !== 'instantiateSoiled') {
  WebAssembly.instantiate = async function instantiateSoiled(...given: Parameters<typeof instantiate>) {
    const made = await instantiate(...given)
    if (made instanceof WebAssembly.Instance) soil(made.exports)
    return made
  } as typeof instantiate
}
