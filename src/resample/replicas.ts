import { machineThreads } from '../kernel/platform.ts'
import type { Run, Source } from '../sources/source.ts'
import type { Sample } from '../statistics/view.ts'
import { partOfRows } from './part-of-rows.ts'

/** How a source is changed before an analysis runs on it. */
export interface Replica {
  /** Only these of its rows; null for all. */
  readonly sample: Sample | null
}

/** The most replicas at a time: while the threads count for one, the others prepare. */
const mostAtOnce = 4

/**
 * Makes something of each replica of a source, several at a time. The results come in the order of the replicas, and their
 * number at a time changes none. After an error no more replicas begin, and the first error in their order is thrown. Every
 * analysis that resamples runs through here.
 *
 * @param make is given the source of one replica, its place, and a run of its own
 * @param onResult is called with each result as soon as it and all before it are there
 */
export async function overReplicas<T>(
  source: Source,
  replicas: readonly Replica[],
  make: (replica: Source, place: number, run: Run) => Promise<T>,
  run: Run,
  onResult: (result: T, place: number) => void = () => {},
): Promise<readonly T[]> {
  const { progress = () => {}, ...rest } = run
  const shares = new Float64Array(replicas.length)
  const advance = (place: number, share: number) => {
    shares[place] = Math.max(shares[place], share)
    progress(shares.reduce((sum, one) => sum + one, 0) / replicas.length)
  }
  const results: T[] = []
  const errors = new Map<number, unknown>()
  let next = 0
  let reported = 0
  const work = async () => {
    while (next < replicas.length && errors.size === 0) {
      const place = next++
      const ofReplica: Run = { ...rest, progress: (share) => advance(place, share) }
      try {
        const { sample } = replicas[place]
        results[place] = await make(sample ? partOfRows(source, sample) : source, place, ofReplica)
        advance(place, 1)
        while (reported < replicas.length && reported in results) onResult(results[reported], reported++)
      } catch (error) {
        errors.set(place, error)
      }
    }
  }
  const atOnce = Math.min(rest.threads ?? machineThreads(), mostAtOnce)
  await Promise.all(Array.from({ length: atOnce }, work))
  if (errors.size > 0) throw errors.get(Math.min(...errors.keys()))
  return results
}
