import { Arena } from './arena.ts'
import type { KernelFunctions } from './binary.ts'
import { inflateRaw } from './platform.ts'

let compiled: Promise<WebAssembly.Module> | null = null

/** The kernels' module, compiled once. */
export function kernelModule(): Promise<WebAssembly.Module> {
  compiled ??= compile()
  return compiled
}

/** The file of the module is large, so it is loaded when the first kernel runs. */
async function compile(): Promise<WebAssembly.Module> {
  const { binary } = await import('./binary.ts')
  return WebAssembly.compile(await inflateRaw(bytesOf(binary)))
}

/** Decodes base64; a plain loop, because `Uint8Array.from` takes ten times as long. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** An instance of the kernels with a memory of its own, used by one job at a time. */
export class Kernels {
  /** The functions; calls are counted. */
  readonly run: KernelFunctions
  /** Above this number of pairs of planes, tables are counted by histogram, from codes. */
  readonly planePairsPerHistogram: number
  readonly #memory: WebAssembly.Memory
  readonly #base: number
  readonly #calls: Calls

  private constructor(instance: WebAssembly.Instance) {
    const { memory, planePairsPerHistogram, ...functions } = instance.exports as unknown as {
      memory: WebAssembly.Memory
      planePairsPerHistogram: WebAssembly.Global
    } & Functions
    this.planePairsPerHistogram = planePairsPerHistogram.value as number
    this.#memory = memory
    this.#base = functions.heapBase()
    this.#calls = new Calls(Object.keys(functions))
    this.run = Object.fromEntries(
      Object.values(functions).map((call, at) => [this.#calls.names[at], this.#calls.counted(at, call)]),
    ) as unknown as KernelFunctions
  }

  static async load(module: WebAssembly.Module): Promise<Kernels> {
    return new Kernels(await WebAssembly.instantiate(module, imports))
  }

  /** The same at once, as only a thread other than that of a page may. */
  static make(module: WebAssembly.Module): Kernels {
    return new Kernels(new WebAssembly.Instance(module, imports))
  }

  /** The size of the memory. */
  get bytes(): number {
    return this.#memory.buffer.byteLength
  }

  /** How often each function was called since this was last asked. */
  takeCalls(): Record<string, number> {
    return this.#calls.take()
  }

  /** An arena over the whole memory; earlier blocks become invalid. */
  arena(): Arena {
    return new Arena(this.#memory, this.#base)
  }
}

const imports = {
  env: {
    abort: () => {
      throw new Error('a kernel aborted')
    },
  },
}

/** Counts calls of functions; what was called is listed, because few of them are between two questions. */
class Calls {
  readonly names: readonly string[]
  readonly #counts: Uint32Array
  #called: number[] = []

  constructor(names: readonly string[]) {
    this.names = names
    this.#counts = new Uint32Array(names.length)
  }

  counted(at: number, call: KernelFunction): KernelFunction {
    return (...args) => {
      if (this.#counts[at]++ === 0) this.#called.push(at)
      return call(...args)
    }
  }

  take(): Record<string, number> {
    const calls = Object.fromEntries(this.#called.map((at) => [this.names[at], this.#counts[at]]))
    for (const at of this.#called) this.#counts[at] = 0
    this.#called = []
    return calls
  }
}

type KernelFunction = (...args: number[]) => number
type Functions = Record<string, KernelFunction>
