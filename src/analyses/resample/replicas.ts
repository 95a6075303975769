import { CribaError, splitsOf, underViews } from '#core'
import type { Request, Run, Sample, SettledSelectSpec, Source, Split, View } from '#core'
import { machineThreads } from '#memory'
import { splitColumnsOf, spreadEvenly } from '../scope/split-columns.ts'
import type { TargetFacts } from '../scope/target.ts'

/** How a source is changed before an analysis runs on it. */
interface Replica {
  /** Only these of its rows; null for all. */
  readonly sample: Sample | null
}

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
