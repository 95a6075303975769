import { firstFew, queryColumn, queryOption, replacingQuery } from '#core'
import type { Warning } from '#core'
import type { ColumnContents } from './contents.ts'

/** So many times the others are numbers in a smaller unit: centimetres among metres, grams among kilograms. */
const factors = [100, 1000] as const
/** The numbers of one unit span less than this factor, and those of two are apart by more than the next. */
const span = 4
const apart = 20
/** Of fewer distinct numbers the more frequent unit does not say what is usual. */
const fewestUsual = 10
/** Numbers in the other unit reach beyond those in the usual one by this factor. */
const beyond = 1.5
const mostColumns = 5

interface TwoUnits {
  readonly name: string
  readonly factor: number
  /** The largest number in the larger unit, and the smallest in the smaller one. */
  readonly below: number
  readonly above: number
  /** Whether the larger numbers are fewer. */
  readonly isLargeRare: boolean
}

/**
 * The warning about columns whose numbers fall into two groups, one 100 or 1,000 times the other, with the
 * query that brings the rarer ones to the unit of the others.
 */
export function mixedUnits(contents: readonly ColumnContents[]): readonly Warning[] {
  const found = contents.flatMap((one) => twoUnitsIn(one) ?? [])
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const query = replacingQuery(Object.fromEntries(found.map((one) => [one.name, inOneUnit(one)])))
  const list = found.map(({ name, factor, below, above, isLargeRare }) => {
    const some = isLargeRare ? `${above} and above beside ${below}` : `${below} and below beside ${above}`
    return `${name} (${some}, a factor of ${factor})`
  })
  const message = `numbers that may be in two units: ${firstFew(list, mostColumns)}; bring them to one by ${queryOption(query)}`
  return [{ code: 'doubtful-numbers', columns: names, message, query }]
}

function twoUnitsIn({ column, values }: ColumnContents): TwoUnits | null {
  if (!values || column.time || values.length <= fewestUsual || values[0] <= 0) return null
  const cut = values.findIndex((value, i) => i > 0 && value > apart * values[i - 1])
  if (cut < 0) return null
  const [small, large] = [values.slice(0, cut), values.slice(cut)]
  // Whole numbers in both are counts and codes.
  if (small.every(Number.isInteger) || Math.max(cut, large.length) < fewestUsual) return null
  const isLargeRare = large.length <= cut
  const [usual, rare] = isLargeRare ? [small, large] : [large, small]
  const [least, most] = [usual[0], usual[usual.length - 1]]
  if (most > span * least) return null
  const factor = factors.find((factor) =>
    rare.every((value) => {
      const brought = isLargeRare ? value / factor : value * factor
      return brought * beyond >= least && brought <= most * beyond
    }),
  )
  if (factor === undefined) return null
  return { name: column.name, factor, below: small[cut - 1], above: large[0], isLargeRare }
}

function inOneUnit({ name, factor, below, above, isLargeRare }: TwoUnits): string {
  const column = queryColumn(name)
  return isLargeRare
    ? `CASE WHEN ${column} >= ${above} THEN ${column} / ${factor} ELSE ${column} END`
    : `CASE WHEN ${column} <= ${below} THEN ${column} * ${factor} ELSE ${column} END`
}
