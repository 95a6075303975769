import type { Kernels } from './kernels.ts'

/**
 * A kind of work for the pool. Work is split by data, never by thread, into tasks of about 50 ms, and their
 * parts are merged in task order, so the bits do not depend on the number of threads. The same code runs on a
 * worker or locally.
 */
export interface Job<Input, Task, Part> {
  /** Its key in the registry, by which a worker finds it. */
  readonly name: string
  /** Loads what all tasks share into kernel memory, and returns the function that does a task. */
  open(kernels: Kernels, input: Input): (task: Task) => Part
}

/**
 * A batch of work: the input shared by all tasks (columns in shared buffers reach the threads without a
 * copy), and the tasks. If the input is the same object as for an earlier batch, what is already in kernel
 * memory is reused.
 */
export interface JobBatch<Input, Task, Part> {
  readonly job: Job<Input, Task, Part>
  readonly input: Input
  readonly tasks: Iterable<Task>
  /** The number of tasks. */
  readonly count: number
  /** Approximate milliseconds of the whole batch on one thread: small batches run locally. */
  readonly cost: number
  /**
   * The position in the data that a task uses, from 0 to 1; tasks with similar positions go to the same
   * thread.
   */
  readonly affinity?: (task: Task) => number
}

/** Concatenates arrays. */
export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
