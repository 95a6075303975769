import { namesDefinition } from '#core'
import type { Run, Source } from '#core'
import { endThreads, machineThreads, MemorySource, nodeThreads } from '#memory'
import { overReplicas, replicaOf, sideBySide } from './replicas.ts'
import type { Replica } from './replicas.ts'

/**
 * What is made of each replica of a source, as data: it depends on what is given alone, so any thread can
 * make it, and finds it by its name.
 */
export interface ReplicaTask<Given, Made> {
  /** Its key in the list of tasks. */
  readonly name: string
  readonly make: (replica: Source, given: Given, place: number, run: Run) => Promise<Made>
}

/** What is asked for of replicas. */
interface AskedOfReplicas<Given, Made> {
  readonly task: ReplicaTask<Given, Made>
  readonly given: Given
  /** Gives what was made before of the replica in a place, or what `make` makes. */
  readonly once?: (place: number, make: () => Promise<Made>) => Promise<Made>
}

// The bundle for browsers has no such threads.
const isNode = (globalThis.process as object | undefined) !== undefined && nodeThreads !== undefined

/** The fewest cells in all replicas for which threads are started. */
const leastCells = 1 << 20

/**
 * The most rows. With more, most of the work is in kernels, which share it anyway: other threads would gain
 * nothing, and load long columns once more.
 */
const mostRows = 1 << 16

/** So many replicas for each thread are many. */
const manyReplicas = 8

/**
 * Does a task with each replica of a source, as `overReplicas` does. Where the data are many, whole replicas
 * are made on other threads: on one thread only their kernels would share the work.
 */
export async function taskOverReplicas<Given, Made>(
  source: Source,
  replicas: readonly Replica[],
  { task, given, once = (_, make) => make() }: AskedOfReplicas<Given, Made>,
  run: Run,
  onResult?: (result: Made, place: number) => void,
): Promise<readonly Made[]> {
  const threads = run.threads ?? Math.min(8, machineThreads())
  const atOnce = Math.min(threads, replicas.length)
  const cells = source.rows * source.columns.length * replicas.length
  const isWorthIt = atOnce > 1 && cells >= leastCells && source.rows <= mostRows
  if (!isNode || !isWorthIt || !isForThreads(source, given)) {
    return overReplicas(
      source,
      replicas,
      (replica, place, own) => once(place, () => task.make(replica, given, place, own)),
      run,
      onResult,
    )
  }
  // Many replicas are short: a thread has its next one before it asks for it.
  const ahead = replicas.length < manyReplicas * atOnce ? 1 : 2
  // Each thread has kernels of its own.
  endThreads()
  const { openReplicaThreads } = await import('../on-demand/replica-threads.ts')
  const others = openReplicaThreads(source, replicas, task, given, atOnce - 1)
  const here = {
    make: (place: number, own: Run) => task.make(replicaOf(source, replicas[place]), given, place, own),
  }
  const makers = [here, ...Array.from({ length: ahead }, () => others).flat()]
  try {
    return await sideBySide(
      replicas.length,
      makers.map((maker) => ({ ...maker, make: (place, own) => once(place, () => maker.make(place, own)) })),
      { ...run, threads: Math.floor(threads / atOnce) },
      onResult,
    )
  } finally {
    for (const { end } of others) end()
  }
}

/** Whether other threads can read the source, and know all that the task is given. */
function isForThreads(source: Source, given: unknown): source is MemorySource {
  // A user's class, or a method put into a source, may answer otherwise.
  const isPlain = source instanceof MemorySource && source.answer === MemorySource.prototype.answer
  return isPlain && isKnownElsewhere(given)
}

/**
 * Whether a value means the same in another thread: there is no function in it, no object of a class, and no
 * name of what was defined here.
 */
function isKnownElsewhere(value: unknown): boolean {
  if (typeof value === 'string') return !namesDefinition(value)
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
  if (value instanceof Map) return [...value.values()].every(isKnownElsewhere)
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null
  return isPlain && Object.values(value).every(isKnownElsewhere)
}
