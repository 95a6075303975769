import { CribaError, splitsOf, underViews } from '#core'
import type { Request, Run, Sample, SettledSelectSpec, Source, Split, View } from '#core'
import { machineThreads } from '#memory'
import { splitColumnsOf, spreadEvenly } from '../scope/split-columns.ts'
import type { TargetFacts } from '../scope/target.ts'

/** How a source is changed before an analysis runs on it. */
export interface Replica {
  /** Only these of its rows; null for all. */
  readonly sample: Sample | null
}

/** Makes something of the replica in a place. */
export type MakeReplica<Made> = (place: number, run: Run) => Promise<Made>

/** The most replicas at a time: while the threads count for one, the others prepare. */
const mostAtOnce = 4

/**
 * Makes something of each replica of a source, several at a time. The results come in the order of the
 * replicas, and their number at a time changes none. After an error no more replicas begin, and the first
 * error in their order is thrown. Every analysis that resamples runs through here.
 *
 * @param make is given the source of one replica, its place, and a run of its own
 * @param onResult is called with each result as soon as it and all before it are there
 */
export async function overReplicas<T>(
  source: Source,
  replicas: readonly Replica[],
  make: (replica: Source, place: number, run: Run) => Promise<T>,
  run: Run,
  onResult?: (result: T, place: number) => void,
): Promise<readonly T[]> {
  const atOnce = Math.min(run.threads ?? machineThreads(), mostAtOnce)
  const maker = {
    make: (place: number, own: Run) => make(replicaOf(source, replicas[place]), place, own),
  }
  const makers = Array.from({ length: atOnce }, () => maker)
  return sideBySide(replicas.length, makers, run, onResult)
}

/** The source of a replica. */
export function replicaOf(source: Source, { sample }: Replica): Source {
  return sample ? partOfRows(source, sample) : source
}

/** What makes replicas, one at a time. */
interface Maker<T> {
  readonly make: MakeReplica<T>
  /** When it can begin; by default at once. Replicas that others have taken by then are not waited for. */
  readonly ready?: Promise<void>
}

/** Makes replicas side by side, as `overReplicas` does. */
export async function sideBySide<T>(
  count: number,
  makers: readonly Maker<T>[],
  { progress = () => {}, ...rest }: Run,
  onResult: (result: T, place: number) => void = () => {},
): Promise<readonly T[]> {
  const shares = new Float64Array(count)
  const advance = (place: number, share: number) => {
    shares[place] = Math.max(shares[place], share)
    progress(shares.reduce((sum, one) => sum + one, 0) / count)
  }
  const results: T[] = []
  const errors = new Map<number, unknown>()
  let next = 0
  let reported = 0
  let setAllTaken = () => {}
  const allTaken = new Promise<void>((resolve) => (setAllTaken = resolve))
  const work = async ({ make, ready }: Maker<T>) => {
    if (ready) await Promise.race([ready, allTaken])
    while (next < count && errors.size === 0) {
      const place = next++
      try {
        results[place] = await make(place, { ...rest, progress: (share) => advance(place, share) })
        advance(place, 1)
        while (reported < count && reported in results) onResult(results[reported], reported++)
      } catch (error) {
        errors.set(place, error)
      }
    }
    setAllTaken()
  }
  await Promise.all(makers.map(work))
  if (errors.size > 0) throw errors.get(Math.min(...errors.keys()))
  return results
}

/**
 * A source restricted to a sample of its rows: every request, under any view, is answered from these, so an
 * analysis cannot use the others, and permutes values among these. The number of rows and of missing values
 * are those of all rows.
 */
export function partOfRows(source: Source, sample: Sample): Source {
  const { name, rows, columns, warnings, work } = source
  const cache = new WeakMap<View, View>()
  const part: Sample = { ...sample, isSource: true }
  const restrict = (view: View): View => {
    let restricted = cache.get(view)
    if (!restricted) {
      const { sample: own } = view
      // Folds of the sample are assigned among the rows of the sample.
      restricted = { ...view, sample: own ? { ...own, of: restrict(own.of) } : part }
      cache.set(view, restricted)
    }
    return restricted
  }
  const restrictAll = <R extends readonly Request[]>(requests: R) =>
    requests.map((request) => underViews(request, restrict)) as unknown as R
  return {
    name,
    rows,
    columns,
    warnings,
    work,
    answer: (requests, run) => source.answer(restrictAll(requests), run),
    plan: (requests) => source.plan(restrictAll(requests)),
  }
}

/**
 * Random divisions of the rows in two, a share of them held out, as many as asked for. The shares of the
 * classes are kept, and rows of one group stay together.
 */
export function randomParts(
  source: Source,
  settled: SettledSelectSpec,
  facts: TargetFacts,
  view: View,
  { share, count }: { readonly share: number; readonly count: number },
): readonly Split[] {
  if (settled.time !== null) {
    throw new CribaError(
      'invalid',
      `invalid time: ${settled.time} (parts of the rows are drawn at random: leave it out)`,
    )
  }
  const by = { ...spreadEvenly(facts, settled), ...splitColumnsOf(source, settled) }
  return Array.from(
    { length: count },
    (_, number) => splitsOf(view, { share, seed: settled.seed, number, ...by }).splits[0],
  )
}
