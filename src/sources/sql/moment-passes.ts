import type { SqlBatch } from './batch.ts'
import type { SumBounds } from './dialect.ts'
import type { ResultRow } from './engine.ts'
import { conditions, numbersOf, rangeOf } from './from.ts'
import { groupedFrom } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import type { MomentChunk } from './moment-chunks.ts'
import { query } from './statement.ts'
import type { Statement } from './statement.ts'

/** Of one column in one class: total weight, mean, minimum and maximum. */
type Centre = readonly [n: number, mean: number, min: number, max: number]

/**
 * Moments in two queries, for engines that sum rows in any order: the means, then sums of products centred on them, which are
 * literals in the second. Both sums are exact up to one rounding. `take` gets the rows of `momentsQuery`, one per class.
 */
export function momentPasses(
  chunk: MomentChunk,
  grouped: GroupedRows,
  batch: SqlBatch,
  take: (row: ResultRow) => void,
): readonly Statement[] {
  const centres = new Map<number, readonly Centre[]>()
  const takeCentres = ([level, ...values]: ResultRow) => {
    const numbers = values.map(Number)
    const ofColumns = chunk.columns.map((_, i) => centreOf(numbers.slice(4 * i, 4 * i + 4)))
    centres.set(Number(level), ofColumns)
  }
  const takeSpread = ([level, ...values]: ResultRow) => {
    const sums = values.map(Number)
    const ofColumns = centres.get(Number(level))
    if (!ofColumns) throw new Error('the table changed while it was read')
    const width = chunk.columns.length
    const means = ofColumns.flatMap((centre, i) => [...centre, centre[0] > 0 ? sums[i] / centre[0] : 0])
    take([Number(level), ...means, ...sums.slice(width)])
  }
  return [
    query(() => centresQuery(chunk, grouped, batch), takeCentres),
    query(() => spreadQuery(chunk, grouped, batch, centres), takeSpread),
  ]
}

/** All values of a class may be one: then it is the mean, whatever its digits. */
function centreOf([n, sum, min, max]: readonly number[]): Centre {
  return [n, n > 0 ? Math.min(max, Math.max(min, sum / n)) : 0, min, max]
}

function centresQuery(chunk: MomentChunk, grouped: GroupedRows, batch: SqlBatch): string {
  const { select, dialect, isWeighted, bounds } = rowsOfChunk(chunk, grouped, batch)
  const answers = chunk.columns.flatMap((_, i) => {
    const { most, weights, rows } = bounds(i)
    const n = isWeighted
      ? dialect.preciseSum(`CASE WHEN c${i} IS NULL THEN 0 ELSE w END`, { most: weights, rows })
      : dialect.double(`count(c${i})`)
    const sum = dialect.preciseSum(isWeighted ? `w * c${i}` : `c${i}`, { most: most * weights, rows })
    return [n, `coalesce(${sum}, 0)`, `min(c${i})`, `max(c${i})`]
  })
  return `SELECT b, ${answers.join(', ')} FROM (${select}) GROUP BY b`
}

function spreadQuery(
  chunk: MomentChunk,
  grouped: GroupedRows,
  batch: SqlBatch,
  centres: ReadonlyMap<number, readonly Centre[]>,
): string {
  const { select, dialect, isWeighted, bounds } = rowsOfChunk(chunk, grouped, batch)
  const times = isWeighted ? 'w * ' : ''
  const mean = (i: number) => {
    const means = [...centres].map(([level, ofColumns]) => [level, dialect.number(ofColumns[i][1])] as const)
    if (means.length <= 1) return means[0]?.[1] ?? dialect.number(0)
    return `CASE b ${means.map(([level, number]) => `WHEN ${level} THEN ${number}`).join(' ')} ELSE ${dialect.number(0)} END`
  }
  const deviations = chunk.columns.map((_, i) => `c${i} - ${mean(i)} AS d${i}`)
  const sum = (term: string, bound: SumBounds) =>
    `coalesce(${dialect.preciseSum(`${times}${term}`, bound)}, 0)`
  const rests = chunk.columns.map((_, i) => {
    const { spread, weights, rows } = bounds(i)
    return sum(`d${i}`, { most: spread * weights, rows })
  })
  const products = chunk.products.map(([i, j]) => {
    const { spread, weights, rows } = bounds(i)
    return sum(`d${i} * d${j}`, { most: spread * bounds(j).spread * weights, rows })
  })
  const answers = ['b', ...rests, ...products].join(', ')
  return `SELECT ${answers} FROM (SELECT b, w, ${deviations.join(', ')} FROM (${select})) GROUP BY b`
}

/** The rows of a chunk, and the greatest absolute value of each column, its greatest deviation, and the greatest weight. */
function rowsOfChunk(chunk: MomentChunk, grouped: GroupedRows, batch: SqlBatch) {
  const { relation } = batch
  const { dialect } = relation.engine
  const expressions = chunk.variables.map((variable, i) => `${numbersOf(relation, variable)} AS x${i}`)
  const { from, where, by, weight } = groupedFrom(grouped, expressions, batch)
  const columns = chunk.columns.map((column, i) => `${column} AS c${i}`)
  const selected = [`${by} AS b`, `${dialect.double(weight ?? '1')} AS w`, ...columns]
  const weights = batch.greatestWeight(grouped.view)
  return {
    select: `SELECT ${selected.join(', ')} FROM ${from}${conditions([...where, ...chunk.where])}`,
    dialect,
    isWeighted: weight !== null,
    bounds: (i: number) => {
      const [min, max] = rangeOf(relation, chunk.variableOf[i])
      return {
        most: Math.max(Math.abs(min), Math.abs(max)),
        spread: max - min,
        weights,
        rows: relation.rows,
      }
    },
  }
}
