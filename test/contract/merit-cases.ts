import { CribaError } from 'criba'
import { setCriteria } from 'criba/methods'
import type { RankCriterion, ScoreResult, SetScore, SubsetCriterion } from 'criba'
import { expect } from 'vitest'
import { expectNear } from './expectations.ts'
import { caseOf, isNumeric, tableOf, targetKinds } from './tables.ts'
import type { Columns, TargetKind } from './tables.ts'
import { score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

/** A criterion of sets with a table, a set of columns and a target that it takes. */
export interface MeritCase {
  readonly criterion: SubsetCriterion
  readonly columns: Columns
  readonly features: readonly string[]
  readonly target: string | null
  readonly spec: ScoreSpec
}

/** Every registered criterion of sets, under its name. */
export const meritMethods: readonly (readonly [title: string, criterion: SubsetCriterion])[] =
  setCriteria.map((criterion) => [criterion.id, criterion])

/** They estimate entropies of single columns by neighbours, of which those of counts are all at distance 0. */
const needsFewTies = ['total-correlation', 'multi-information', 'mi-dt', 'mi-dt-inverse']

const setsOf = ({ id, features }: SubsetCriterion): readonly (readonly string[])[] => [
  ...(features.numeric ? [['signal', needsFewTies.includes(id) ? 'spread' : 'counts']] : []),
  ...(features.categorical ? [['colour', 'letter']] : []),
  ...(features.numeric && features.categorical ? [['colour', 'signal']] : []),
]

/** The cases of a criterion: each kind of target with a set of numbers, of levels, and of both. */
export function meritCasesOf(
  criterion: SubsetCriterion,
  options: { rows?: number; seed?: number } = {},
): readonly (readonly [title: string, example: MeritCase])[] {
  const asRanker = criterion as unknown as RankCriterion
  return targetKinds(asRanker).flatMap((kind: TargetKind) => {
    const { columns, target, spec } = caseOf(asRanker, kind, options)
    return setsOf(criterion).map((features) => {
      const title = `${criterion.id} of ${features.join(' and ')}, ${kind === 'none' ? 'no' : kind} as target`
      return [title, { criterion, columns, features, target, spec: { ...spec, features, bins: 3 } }] as const
    })
  })
}

export const meritCases = setCriteria.flatMap((criterion) => meritCasesOf(criterion))

export async function scoreOf(columns: Columns, spec: ScoreSpec): Promise<SetScore> {
  return (await score(tableOf(columns), spec)).scores[0]
}

export function askScore(columns: Columns, spec: ScoreSpec): Promise<ScoreResult> {
  return score(tableOf(columns), spec)
}

/** Equal score, n, p and parts. */
export function expectSameScore(actual: SetScore, expected: SetScore, tolerance: number): void {
  expectNear(actual.score, expected.score, tolerance, 'score')
  expectNear(actual.pValue, expected.pValue, tolerance, 'p')
  expect(actual.n).toBe(expected.n)
  for (const [name, value] of Object.entries(expected.parts ?? {}))
    expectNear(actual.parts?.[name], value, tolerance, name)
}

/** The error of a score that is refused. */
export async function refusal(columns: Columns, spec: ScoreSpec): Promise<CribaError> {
  const outcome: unknown = await score(tableOf(columns), spec).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(CribaError)
  return outcome as CribaError
}

/** Whether the criterion reads some numbers of the set as values: the result has no cuts for them. */
export function readsNumbers({ columns, features }: MeritCase, { coding }: ScoreResult): boolean {
  return features.some(
    (name) => isNumeric(columns, name) && !coding.some(({ feature, cuts }) => feature === name && cuts),
  )
}

/** Whether it refuses weights other than 0 and 1, because it compares single rows. */
export function comparesRows(example: MeritCase, result: ScoreResult): boolean {
  const { id, features } = example.criterion
  // Moments and means over pairs accept any weight.
  return readsNumbers(example, result) && features.numeric !== 'values' && id !== 'cfs'
}
