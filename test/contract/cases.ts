import { CribaError } from 'criba'
import { rankers } from 'criba/methods'
import type { FeatureScore, RankCriterion, RankResult } from 'criba'
import { expect } from 'vitest'
import { exact } from './expectations.ts'
import { casesOf, countsRows, scoresOf, tableOf } from './tables.ts'
import type { Case, Columns } from './tables.ts'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

/** A method with a table that it can rank. */
export interface MethodCase extends Case {
  readonly criterion: RankCriterion
}

/** Every registered method without options: whether it reads gaps, too. */
const withoutOptions: readonly RankCriterion[] = rankers.map((criterion) => {
  const { readsGaps, ...others } = criterion
  const isReading = typeof readsGaps === 'function' ? readsGaps(defaultsOf(criterion)) : readsGaps
  return { ...others, ...(isReading && { readsGaps: true }) }
})

/** The defaults of its options. */
export function defaultsOf({ options }: RankCriterion) {
  return Object.fromEntries(Object.entries(options).map(([name, rule]) => [name, rule.default!] as const))
}

/** Every registered method, under its name. */
export const methods: readonly (readonly [title: string, criterion: RankCriterion])[] = rankers.map(
  (criterion) => [criterion.id, criterion],
)

/** Every registered method with every kind of target that it takes, under a title. */
export const cases: readonly (readonly [title: string, example: MethodCase])[] = withoutOptions.flatMap(
  (criterion) =>
    casesOf(criterion).map(
      (example) => [`${criterion.id} ${example.name}`, { ...example, criterion }] as const,
    ),
)

const known = new WeakMap<Columns, Promise<ReadonlyMap<string, FeatureScore>>>()

/** The scores of a case as it is, which many tests compare with: found once. */
export async function scoresOfCase({ columns, spec }: Case): Promise<Map<string, FeatureScore>> {
  const found = known.get(columns) ?? scoresOf(columns, spec)
  known.set(columns, found)
  return new Map([...(await found)].map(([feature, score]) => [feature, { ...score }]))
}

export function isJoint({ joint }: RankCriterion): boolean {
  return joint ?? false
}

/** Whether it compares single rows, which no weight can count several times: it refuses weights other than 0 and 1. */
export function comparesSingleRows({ id }: RankCriterion): boolean {
  const isRelief = id.includes('relief') || id.includes('surf')
  const ofPairs = ['delta-test', 'gamma-test', 'xi', 'distance-correlation', 'hsic']
  return isRelief || ofPairs.includes(id) || isOnGraph({ id })
}

/** Whether it scores columns on a graph of the rows: a column that is constant on it has no score. */
export function isOnGraph({ id }: Pick<RankCriterion, 'id'>): boolean {
  return ['laplacian-score', 'semi-supervised-laplacian', 'spec', 'trace-ratio'].includes(id)
}

/** Whether a constant column has no score. */
export function leavesOutConstants({ id }: Pick<RankCriterion, 'id'>): boolean {
  return isOnGraph({ id }) || id === 'vif'
}

/** Whether the score is one over pairs of classes, which has no sign and no law. */
export function isOverPairs({ criterion, columns, target }: MethodCase): boolean {
  const classes = columns.find(([name]) => name === target)?.[1]
  return ['auc', 'ks'].includes(criterion.id) && new Set(classes).size > 2
}

/** Whether a row is held out with all its weight, where copies of it would part. */
export function holdsOutRows({ id }: RankCriterion): boolean {
  return id === 'permutation-importance'
}

/** Whether rows and columns are drawn by their places: other orders, and other orders of levels that tie, draw others. */
export function drawsAtRandom({ id }: RankCriterion): boolean {
  return ['forest-importance', 'permutation-importance'].includes(id)
}

/** Whether the order of the columns means something. */
export function ordersColumns({ id }: RankCriterion): boolean {
  return id === 'fused-lasso'
}

/** Whether rows without a target take part, without options. */
export function keepsUnlabelled(criterion: RankCriterion): boolean {
  return criterion.keepsUnlabelled?.(defaultsOf(criterion)) ?? false
}

/** The power of a by which a score changes where columns are multiplied by a; 0 where it does not. */
export function powerOfUnits({ id }: RankCriterion): 0 | 1 | 2 {
  return id === 'variance' ? 2 : id === 'chi2-frequency' || id === 'sparse-naive-bayes' ? 1 : 0
}

/** Whether a constant column tells classes of unequal size apart: as a count it sums up to their sizes. */
export function countsConstants({ id }: RankCriterion): boolean {
  return id === 'sparse-naive-bayes'
}

/** Whether the method refuses tables in which one column is determined by others. */
export function refusesDependent({ id }: RankCriterion): boolean {
  return id === 'z-score-joint'
}

/** The tolerance for scores that are the same sums in another order. */
export function reordered(criterion: RankCriterion): number {
  return countsRows(criterion) ? exact : 1e-9
}

export function cutsShown({ coding }: RankResult) {
  return coding.map(({ feature, cuts, fill }) => ({ feature, cuts, fill }))
}

/** The error of a ranking that is refused. */
export async function failure(columns: Columns, spec: RankSpec): Promise<CribaError> {
  const outcome = await rank(tableOf(columns), spec).then(
    () => new Error('there was no error'),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(CribaError)
  return outcome as CribaError
}
