import { CribaError } from '#core'
import type { SqlBatch } from './batch.ts'
import type { ResultRow } from './engine.ts'
import { conditions, numbersOf, rangeOf } from './from.ts'
import { groupedFrom } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import type { MomentChunk } from './moment-chunks.ts'
import { query } from './statement.ts'
import type { Statement } from './statement.ts'

/** Of one column in one class: total weight, a number near the mean, minimum and maximum. */
type Centre = readonly [n: number, near: number, min: number, max: number]

/**
 * Moments in two queries, for engines that sum rows in any order: the means, then sums of deviations from
 * them and of their products. The means are literals in the second, and deviations are scaled by class to at
 * most 1, so that a class far smaller than the column loses no digits. All sums are exact up to one rounding.
 * `take` gets the rows of `momentsQuery`, one per class.
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
    const scales = ofColumns.map(scaleOf)
    // The mean is the number near it and the mean deviation; products are centred on it by n times both mean
    // deviations.
    const rests = ofColumns.map(([n], i) => (n > 0 ? sums[i] / scales[i] / n : 0))
    const means = ofColumns.flatMap(([n, near, min, max], i) => {
      const mean = near + rests[i]
      return [n, mean, min, max, near - mean + rests[i]]
    })
    const products = chunk.products.map(
      ([a, b], place) => sums[width + place] / scales[a] / scales[b] - ofColumns[a][0] * rests[a] * rests[b],
    )
    take([Number(level), ...means, ...products])
  }
  return [
    query(() => centresQuery(chunk, grouped, batch), takeCentres),
    query(() => spreadQuery(chunk, grouped, batch, centres), takeSpread),
  ]
}

/** The mean as summed over the whole range of the column may lie outside of a class that is far smaller. */
function centreOf([n, sum, min, max]: readonly number[]): Centre {
  return [n, n > 0 ? Math.min(max, Math.max(min, sum / n)) : 0, min, max]
}

/** A power of two that makes the deviations of a class at most 1. */
function scaleOf([, , min, max]: Centre): number {
  const spread = max - min
  let scale = 1
  while (spread * scale > 1) scale /= 2
  while (spread * scale <= 0.5 && spread > 0 && scale < greatestScale) scale *= 2
  return scale
}

const greatestScale = 1e300

function centresQuery(chunk: MomentChunk, grouped: GroupedRows, batch: SqlBatch): string {
  const { select, dialect, isWeighted, weights, rows, mostOf } = rowsOfChunk(chunk, grouped, batch)
  const answers = chunk.columns.flatMap((_, i) => {
    const n = isWeighted
      ? dialect.preciseSum(`CASE WHEN c${i} IS NULL THEN 0 ELSE w END`, { most: weights, rows })
      : dialect.double(`count(c${i})`)
    const sum = dialect.preciseSum(isWeighted ? `w * c${i}` : `c${i}`, { most: mostOf(i) * weights, rows })
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
  const { select, dialect, isWeighted, weights, rows } = rowsOfChunk(chunk, grouped, batch)
  const times = isWeighted ? 'w * ' : ''
  const byClass = (of: (columns: readonly Centre[]) => number) => {
    const numbers = [...centres].map(([level, columns]) => [level, dialect.number(of(columns))] as const)
    if (numbers.length <= 1) return numbers[0]?.[1] ?? dialect.number(0)
    const cases = numbers.map(([level, number]) => `WHEN ${level} THEN ${number}`)
    return `CASE b ${cases.join(' ')} ELSE ${dialect.number(0)} END`
  }
  const deviations = chunk.columns.map((_, i) => {
    const near = byClass((columns) => columns[i][1])
    return `(c${i} - ${near}) * ${byClass((columns) => scaleOf(columns[i]))} AS d${i}`
  })
  const sum = (term: string) =>
    `coalesce(${dialect.preciseSum(`${times}${term}`, { most: weights, rows })}, 0)`
  const rests = chunk.columns.map((_, i) => sum(`d${i}`))
  const products = chunk.products.map(([i, j]) => sum(`d${i} * d${j}`))
  const answers = ['b', ...rests, ...products].join(', ')
  return `SELECT ${answers} FROM (SELECT b, w, ${deviations.join(', ')} FROM (${select})) GROUP BY b`
}

/**
 * The rows of a chunk, how many there are at most, the greatest weight, and the greatest absolute value of
 * each column.
 */
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
    weights,
    rows: relation.rows,
    mostOf: (i: number): number => {
      const [min, max] = rangeOf(relation, chunk.variableOf[i])
      if (Number.isFinite(max - min)) return Math.max(Math.abs(min), Math.abs(max))
      const { name } = relation.columns[chunk.variableOf[i].column]
      throw new CribaError(
        'unsuitable',
        `unsuitable column ${name}: its values are too far apart for sums, from ${min} to ${max} (drop it, or scale it with --sql)`,
      )
    },
  }
}
