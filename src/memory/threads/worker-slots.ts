import type { Job } from './job.ts'
import { Kernels } from './kernels.ts'

/** The kernel memories of a thread: as many batches can keep their input loaded. */
const slotCount = 3

type AnyJob = Job<never, never, unknown>

/** The slots of a thread: each holds the input of one batch. */
export class WorkerSlots {
  readonly #kernels: readonly Kernels[]
  readonly #work: ((task: unknown) => unknown)[] = []

  private constructor(kernels: readonly Kernels[]) {
    this.#kernels = kernels
  }

  static async load(module: WebAssembly.Module): Promise<WorkerSlots> {
    return new WorkerSlots(await Promise.all(Array.from({ length: slotCount }, () => Kernels.load(module))))
  }

  /** Loads the input of a batch; an error is thrown by its first task. */
  open(slot: number, job: AnyJob, input: unknown): void {
    try {
      this.#work[slot] = job.open(this.#kernels[slot], input as never) as (task: unknown) => unknown
    } catch (error) {
      this.#work[slot] = () => {
        throw error
      }
    }
  }

  /** Runs a task of the batch in a slot, and returns how often each kernel was called. */
  work(slot: number, task: unknown): { part: unknown; calls: Record<string, number> } {
    const part = this.#work[slot](task)
    return { part, calls: this.#kernels[slot].takeCalls() }
  }
}

/** Assigns batches to slots; the least recently used batch is replaced. */
export class SlotCache {
  #batches: { readonly job: AnyJob; readonly input: unknown; readonly slot: number }[] = []

  /** Whether a batch has a slot. */
  has(job: AnyJob, input: unknown): boolean {
    return this.#batches.some((batch) => batch.job === job && batch.input === input)
  }

  /** The slot of a batch, and whether its input must still be loaded. */
  assign(job: AnyJob, input: unknown): { readonly slot: number; readonly isNew: boolean } {
    const batches = this.#batches
    const cached = batches.find((batch) => batch.job === job && batch.input === input)
    const slot = cached?.slot ?? (batches.length < slotCount ? batches.length : batches[0].slot)
    this.#batches = [...batches.filter((batch) => batch.slot !== slot), { job, input, slot }]
    return { slot, isNew: !cached }
  }

  /** Forgets all batches, because their state may be broken. */
  clear(): void {
    this.#batches = []
  }
}
