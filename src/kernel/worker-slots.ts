import type { Job } from './job.ts'
import { Kernels } from './kernels.ts'

/** Memories of a thread: so many batches keep what they laid out. */
export const places = 2

type AnyJob = Job<never, never, unknown>

/** Where a thread works: at each of a few places lies what one batch shares. */
export class WorkerSlots {
  readonly #kernels: readonly Kernels[]
  readonly #work: ((task: unknown) => unknown)[] = []

  private constructor(kernels: readonly Kernels[]) {
    this.#kernels = kernels
  }

  static async load(module: WebAssembly.Module): Promise<WorkerSlots> {
    return new WorkerSlots(await Promise.all(Array.from({ length: places }, () => Kernels.load(module))))
  }

  /** Lays out what a batch shares; if that goes wrong, its first task says so. */
  open(place: number, job: AnyJob, given: unknown): void {
    try {
      this.#work[place] = job.open(this.#kernels[place], given as never) as (task: unknown) => unknown
    } catch (error) {
      this.#work[place] = () => {
        throw error
      }
    }
  }

  /** Does a task of the batch at a place, and says how often each kernel was called. */
  work(place: number, task: unknown): { part: unknown; calls: Record<string, number> } {
    const part = this.#work[place](task)
    const { calls } = this.#kernels[place]
    const counted = { ...calls }
    for (const name of Object.keys(calls)) delete calls[name]
    return { part, calls: counted }
  }
}

/** Which batch lies at which place: the one used longest ago makes place for another. */
export class SlotPlan {
  #batches: { readonly job: AnyJob; readonly given: unknown; readonly place: number }[] = []

  /** Whether a batch lies there. */
  holds(job: AnyJob, given: unknown): boolean {
    return this.#batches.some((batch) => batch.job === job && batch.given === given)
  }

  /** The place of a batch, and whether it is still to be laid out. */
  place(job: AnyJob, given: unknown): { readonly place: number; readonly isNew: boolean } {
    const batches = this.#batches
    const known = batches.find((batch) => batch.job === job && batch.given === given)
    const place = known?.place ?? (batches.length < places ? batches.length : batches[0].place)
    this.#batches = [...batches.filter((batch) => batch.place !== place), { job, given, place }]
    return { place, isNew: !known }
  }

  /** Nothing that lies there is to be trusted. */
  clear(): void {
    this.#batches = []
  }
}
