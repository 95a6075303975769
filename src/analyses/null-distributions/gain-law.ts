import log2 from '@stdlib/math-base-special-log2'
import { nLog2n } from '#core'
import { chiSquareTail, degreesOf, informationOf, marginTerms } from '#methods'
import type { Strata, TableMargins } from '#methods'

/**
 * P(I(X;Y|Z) ≥ that of the strata) where X is permuted within them: 2·ln2·n·I is χ² with Σ (rows − 1)(columns
 * − 1) degrees of freedom, scaled to its exact mean under the permutations (Bartlett's correction). Within a
 * quarter down to 1e-4 where every cell expects 10 rows, within a factor of 1.6 where every cell expects 5:
 * `docs/significance.md` has the study.
 */
export function chiSquareGainTail(strata: Strata): number {
  const { tables } = strata
  if (tables.length === 0) return 1
  const degrees = tables.reduce((sum, table) => sum + degreesOf(table), 0)
  const mean = tables.reduce((sum, table) => sum + meanInformation(table), 0)
  return chiSquareTail((informationOf(strata) / mean) * degrees, degrees)
}

/** Two numbers that a probability lies between. */
interface Bounds {
  readonly least: number
  readonly most: number
}

/**
 * Bounds of P(I(X;Y|Z) ≥ that of the strata) where some cells expect fewer than `expected` rows. The rarest
 * levels of X and Y are merged until every cell expects so many. Merged levels lose information, at most the
 * entropy of the levels within them: so the information of a permutation is never less than that of its
 * merged table, which is χ² as in `chiSquareGainTail`, and never more than that and these entropies.
 */
export function boundsByMerging({ tables }: Strata, information: number, expected: number): Bounds {
  let degrees = 0
  let mean = 0
  let lost = 0
  for (const table of tables) {
    const merged = mergeRarest(table, expected)
    lost += marginTerms(table) - marginTerms(merged)
    if (degreesOf(merged) === 0) continue
    degrees += degreesOf(merged)
    mean += meanInformation(merged)
  }
  if (degrees === 0) return { least: 0, most: 1 }
  const tailOf = (merged: number) => chiSquareTail((merged / mean) * degrees, degrees)
  return { least: tailOf(information), most: tailOf(information - lost) }
}

/** The two rarest levels become one until every cell expects so many rows, or one level is left. */
function mergeRarest({ rows, columns, n }: TableMargins, expected: number): TableMargins {
  const [across, down] = [new RarestFirst(rows), new RarestFirst(columns)]
  while (across.least * down.least < expected * n && across.size > 1 && down.size > 1) {
    const rarest = across.least <= down.least ? across : down
    rarest.mergeTwo()
  }
  return { rows: across.sorted(), columns: down.sorted(), n }
}

/**
 * Levels of which the two rarest can be merged, in a step each time: sums of the two rarest never fall, so
 * the sums stay sorted beside the sorted levels (van Leeuwen 1976).
 */
class RarestFirst {
  size: number
  least: number
  readonly #given: Float64Array
  #firstGiven = 0
  readonly #sums: number[] = []
  #firstSum = 0

  constructor(levels: Float64Array) {
    this.#given = levels.toSorted()
    this.size = levels.length
    this.least = this.#given[0]
  }

  mergeTwo(): void {
    this.#sums.push(this.#take() + this.#take())
    this.size--
    this.least = this.#isGivenNext() ? this.#given[this.#firstGiven] : this.#sums[this.#firstSum]
  }

  /** All levels, the rarest first. */
  sorted(): Float64Array {
    if (this.#sums.length === 0) return this.#given
    const rest = new Float64Array(this.size)
    for (let i = 0; i < this.size; i++) rest[i] = this.#take()
    return rest
  }

  #take(): number {
    return this.#isGivenNext() ? this.#given[this.#firstGiven++] : this.#sums[this.#firstSum++]
  }

  #isGivenNext(): boolean {
    if (this.#firstSum === this.#sums.length) return true
    return (
      this.#firstGiven < this.#given.length && this.#given[this.#firstGiven] <= this.#sums[this.#firstSum]
    )
  }
}

/** The mean of n·I(X;Y) in bits over all tables with the same margins, each count hypergeometric. */
export function meanInformation(table: TableMargins): number {
  const { rows, columns, n } = table
  let sum = marginTerms(table)
  for (const row of rows) {
    for (const column of columns) {
      sum += meanTimesLog(n, column, row)
    }
  }
  return sum
}

/** From this mean on a series in the moments differs from the sum by less than 2e-6. */
const large = 200
const ln2 = 0.6931471805599453

/**
 * The mean of k·log₂ k of a hypergeometric k: summed, or where it is large by the moments up to the fourth.
 */
function meanTimesLog(all: number, kind: number, drawn: number): number {
  const mean = (kind * drawn) / all
  if (mean < large) return sumOverHypergeometric(all, kind, drawn)
  const variance = (mean * (all - kind) * (all - drawn)) / (all * (all - 1))
  const third = (variance * (all - 2 * kind) * (all - 2 * drawn)) / (all * (all - 2))
  const fourth = 3 * variance * variance
  const beyond = variance / (2 * mean) - third / (6 * mean * mean) + fourth / (12 * mean * mean * mean)
  return mean * log2(mean) + beyond / ln2
}

/** Probabilities below this share of the largest are left out: together they are less than rounding. */
const negligible = 1e-20

/**
 * Sums over a hypergeometric variable from its most likely number outwards, without an array: this is most of
 * what a test costs.
 */
function sumOverHypergeometric(all: number, kind: number, drawn: number): number {
  const least = Math.max(0, drawn + kind - all)
  const most = Math.min(kind, drawn)
  const mode = Math.min(most, Math.floor(((drawn + 1) * (kind + 1)) / (all + 2)))
  const others = all - kind - drawn
  let total = 1
  let sum = nLog2n(mode)
  for (let k = mode, weight = 1; k > least && weight > negligible; k--) {
    weight *= (k * (others + k)) / ((kind - k + 1) * (drawn - k + 1))
    total += weight
    sum += weight * nLog2n(k - 1)
  }
  for (let k = mode, weight = 1; k < most && weight > negligible; k++) {
    weight *= ((kind - k) * (drawn - k)) / ((k + 1) * (others + k + 1))
    total += weight
    sum += weight * nLog2n(k + 1)
  }
  return sum / total
}
