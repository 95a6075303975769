import type { Kernels } from './kernels.ts'

/**
 * A kind of work for the pool. The work is cut by data, never by thread, into tasks of some 50 ms whose parts are merged
 * in the order of the tasks: so the bits are the same on any number of threads. The same code runs on a worker or here.
 */
export interface Job<Given, Task, Part> {
  /** Its place in the registry, by which a worker finds it. */
  readonly name: string
  /** Lays out what all tasks share, and gives the function that does one. */
  open(kernels: Kernels, given: Given): (task: Task) => Part
}

/**
 * Work to be done: what all tasks share (columns in shared buffers go to the threads without a copy), and the tasks. A
 * batch that shares the very object of the one before finds laid out what that laid out.
 */
export interface JobBatch<Given, Task, Part> {
  readonly job: Job<Given, Task, Part>
  readonly given: Given
  readonly tasks: Iterable<Task>
  /** How many tasks there are. */
  readonly count: number
  /** What all of it takes on one thread, in milliseconds, roughly: little work is done here, without a pool. */
  readonly cost: number
  /** Where in the data a task looks, 0 to 1: then those that look at the same data go to the same thread. */
  readonly affinity?: (task: Task) => number
}
