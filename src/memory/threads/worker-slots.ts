import type { Job } from './job.ts'
import { Kernels } from './kernels.ts'

/** The kernel memories of a thread: as many batches can keep their input loaded. */
const slotCount = 3

/**
 * Where the memories of a thread have more bytes than this, a batch of long columns takes the place of all
 * others.
 */
const mostBytes = 32 << 20

/** Columns of so many rows are long. */
const longRows = 1 << 17

/**
 * Whether the columns of an input, if it has any, are long. `rows` is how many rows they have, or a list of
 * the rows that count.
 */
export function isLong(input: unknown): boolean {
  const { rows } = input as { readonly rows?: number | ArrayLike<number> }
  return (typeof rows === 'object' ? rows.length : (rows ?? 0)) >= longRows
}

type AnyJob = Job<never, never, unknown>

/** The slots of a thread: each holds the input of one batch. */
export class WorkerSlots {
  readonly #module: WebAssembly.Module
  readonly #kernels: Kernels[]
  readonly #work: ((task: unknown) => unknown)[] = []

  private constructor(module: WebAssembly.Module, kernels: Kernels[]) {
    this.#module = module
    this.#kernels = kernels
  }

  static async load(module: WebAssembly.Module): Promise<WorkerSlots> {
    const kernels = Array.from({ length: slotCount }, () => Kernels.load(module))
    return new WorkerSlots(module, await Promise.all(kernels))
  }

  /**
   * Loads the input of a batch, after the memories of the slots in `renewed` are replaced; an error is thrown
   * by its first task.
   */
  open({ slot, renewed }: SlotOfBatch, job: AnyJob, input: unknown): void {
    try {
      for (const one of renewed) {
        // Its work holds the memory.
        this.#work[one] = () => {}
        this.#kernels[one] = Kernels.make(this.#module)
      }
      this.#work[slot] = job.open(this.#kernels[slot], input as never) as (task: unknown) => unknown
    } catch (error) {
      this.#work[slot] = () => {
        throw error
      }
    }
  }

  /**
   * Runs a task of the batch in a slot, and returns how often each kernel was called and the bytes of the
   * slot's memory.
   */
  work(slot: number, task: unknown): { part: unknown; calls: Record<string, number>; bytes: number } {
    const part = this.#work[slot](task)
    const kernels = this.#kernels[slot]
    return { part, calls: kernels.takeCalls(), bytes: kernels.bytes }
  }
}

/** Where a batch is, or is to be loaded. */
export interface SlotOfBatch {
  readonly slot: number
  /** Whether its input must still be loaded. */
  readonly isNew: boolean
  /** The slots whose memory is replaced first. */
  readonly renewed: readonly number[]
}

/** Assigns batches to slots; the least recently used batches are replaced. */
export class SlotCache {
  #batches: { readonly job: AnyJob; readonly input: unknown; readonly slot: number }[] = []
  /** The bytes of each slot's memory, as far as they are known. */
  readonly #bytes = new Float64Array(slotCount)

  /** Whether a batch has a slot. */
  has(job: AnyJob, input: unknown): boolean {
    return this.#batches.some((batch) => batch.job === job && batch.input === input)
  }

  /** The slot of a batch. */
  assign(job: AnyJob, input: unknown): SlotOfBatch {
    const cached = this.#batches.find((batch) => batch.job === job && batch.input === input)
    const others = this.#batches.filter((batch) => batch !== cached)
    if (cached) {
      this.#batches = [...others, cached]
      return { slot: cached.slot, isNew: false, renewed: [] }
    }
    const bytes = this.#bytes
    const isFull = isLong(input) && bytes.reduce((sum, one) => sum + one) > mostBytes
    others.splice(0, isFull ? slotCount : others.length + 1 - slotCount)
    const [slot, ...idle] = [...bytes.keys()]
      .filter((slot) => !others.some((batch) => batch.slot === slot))
      .sort((a, b) => bytes[b] - bytes[a])
    const renewed = idle.filter((slot) => isFull && bytes[slot] > 0)
    renewed.forEach((slot) => (bytes[slot] = 0))
    this.#batches = [...others, { job, input, slot }]
    return { slot, isNew: true, renewed }
  }

  /** The memory of a slot has grown to so many bytes. */
  grow(slot: number, bytes: number): void {
    this.#bytes[slot] = bytes
  }

  /** Forgets all batches, because their state may be broken. */
  clear(): void {
    this.#batches = []
  }
}
