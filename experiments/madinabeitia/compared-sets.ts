import type { ReportTable, Run } from '../../src/index.ts'
import { setText } from './example-sets.ts'
import { setScores } from './set-scores.ts'
import type { SetCriterion } from './set-scores.ts'
import { bestSet, maskOf } from './sets.ts'
import type { SetScores } from './sets.ts'
import { exampleTable } from './example-data.ts'
import type { ExampleData } from './example-data.ts'

/** The criteria as criba defines them: the columns as they are beside columns and target on one scale. */
export const compared = [
  'total correlation',
  'total correlation, standardised',
  'delta test',
  'delta test, standardised',
] as const satisfies readonly SetCriterion[]

/** The scores of all sets of all columns, for each criterion. */
export type ComparedScores = Readonly<Record<string, SetScores>>

/** Scores all sets of all columns; a set of fewer columns has the same score in a table of fewer. */
export async function comparedScores(
  data: ExampleData,
  criteria: readonly SetCriterion[],
  nextRun: () => Run,
): Promise<ComparedScores> {
  const table = exampleTable(data)
  const scores: Record<string, SetScores> = {}
  for (const criterion of criteria) scores[criterion] = await setScores(table, criterion, nextRun())
  return scores
}

/** The set that a criterion finds among the first `width` columns. */
export function foundSet(scores: ComparedScores, criterion: string, width: number): number {
  return bestSet(scores[criterion], width, criterion.startsWith('delta') ? 'lower' : 'higher')
}

/** In how many of the widths a criterion finds exactly the right columns. */
export function exactIn(
  scores: ComparedScores,
  criterion: string,
  widths: readonly number[],
  right: readonly number[],
): number {
  return widths.filter((width) => foundSet(scores, criterion, width) === maskOf(right)).length
}

/** The sets that each criterion finds, by the number of columns. */
export function comparedTable(scores: ComparedScores, widths: readonly number[]): ReportTable {
  const criteria = Object.keys(scores)
  return {
    name: 'as-defined',
    title: 'The best sets as criba defines the criteria: columns as they are, and standardised',
    columns: ['columns', ...criteria],
    rows: widths.map((width) => [
      width,
      ...criteria.map((criterion) => setText(foundSet(scores, criterion, width))),
    ]),
  }
}
