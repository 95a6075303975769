import { allRows, roundedWeight, singles } from '#core'
import type { Coding, Level, SelectResult, Source, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** A column and the codings under which its rows are counted. */
interface CountedColumn {
  readonly column: number
  readonly codings: readonly Coding[]
}

/** The rows of each level of a coding. */
export interface LevelCounts {
  readonly levels: readonly Level[]
  readonly counts: readonly number[]
}

/**
 * The codings that the rows with and without a value, the bins and the distribution of a numeric column need,
 * in this order.
 */
export function numericCodings(cuts: readonly number[], values: readonly number[]): readonly Coding[] {
  return [
    { kind: 'missingness' },
    { kind: 'cuts', cuts },
    { kind: 'cuts', cuts: values },
    { kind: 'levels', levels: values },
  ]
}

/**
 * How a numeric column is distributed at values: the rows equal to each, those between each and the one
 * before, those above all.
 */
export function distributionFrom([, , { counts: upTo }, { counts: at }]: readonly LevelCounts[]) {
  return { at, between: at.map((count, i) => roundedWeight(upTo[i] - count)), above: upTo[at.length] }
}

/**
 * All rows of the data, also those without a target, by the weights of the selection if the data have them.
 */
export function comparedRows({ columns }: Source, { weights, samplingWeights }: SelectResult['spec']): View {
  const column = columns.findIndex(({ name }) => name === (weights ?? samplingWeights))
  if (column < 0) return allRows
  return weights === null ? { weights: column, sampledOver: [] } : { weights: column }
}

/** Counts the rows of columns under their codings, all in one request. */
export async function countRows(
  batcher: RequestBatcher,
  columns: readonly CountedColumn[],
  view: View,
): Promise<readonly (readonly LevelCounts[])[]> {
  const variables = columns.flatMap(({ column, codings }) => codings.map((coding) => ({ column, coding })))
  const [[tables]] = await batcher.request([[{ kind: 'counts', family: singles(variables), view }]])
  const counted = tables.map(({ levels, cells }) => ({
    levels: levels[0],
    counts: Array.from(cells, roundedWeight),
  }))
  let next = 0
  return columns.map(({ codings }) => counted.slice(next, (next += codings.length)))
}
