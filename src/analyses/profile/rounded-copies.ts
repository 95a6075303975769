import { singles } from '#core'
import type { MomentsRequest, Variable, View } from '#core'
import { correlations } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import type { Copies } from './copies.ts'
import { inexact, stepOf, widthOf } from './rounding.ts'
import type { Beside } from './rounding.ts'

/**
 * Nothing is claimed where rounding leaves more: of the variance, or of three rows that differ in the finer
 * column a greater chance to share a value. What is left then is information.
 */
const mostLeft = { variance: 1e-4, triples: 1e-3 }
/**
 * Rounding to a step u leaves a variance of u²/12, or up to u²/8 where halves of a step go to the even
 * neighbour: so many times as much. The margin covers the error of the estimate too: squares of what rounding
 * leaves deviate by 0.9 of their mean, so half of the mean is 2.5 standard errors of it at 20 rows, 5 at 80.
 */
const margin = 12 / 8
/** The step of the finer column is at most so much of that of the coarser one. */
const mostOfStep = 0.75

/** Columns beside which the others are looked at, to separate those that are no copies of each other. */
const beside = 2
/** A column is held against so many others at most, those nearest to it. */
const mostHeld = 5

/** A column that may be rounded, and those that it may be a rounding of. */
interface Rounded {
  readonly one: ColumnContents
  readonly step: number
  /** How much of its variance rounding leaves. */
  readonly left: number
  readonly finer: readonly Finer[]
}

interface Finer {
  readonly one: ColumnContents
  /** How far the two are from correlating alike with third columns. */
  readonly off: number
}

/**
 * Which columns are another's on a scale of their own but for rounding: no row is farther than half a step
 * from the line. The coarser of two is the copy, unless it takes `precedence`.
 */
export async function findRoundedCopies(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  precedence: (one: ColumnContents) => number,
  view: View,
): Promise<Copies> {
  const varied = contents.filter(
    ({ numbers }) => numbers !== null && numbers.m2 > 0 && Number.isFinite(numbers.m2),
  )
  const finest = varied
    .toSorted((a, b) => (b.values?.length ?? b.n) - (a.values?.length ?? a.n))
    .slice(0, beside)
  let suspects = suspectsIn(varied)
  for (const other of finest) {
    const all = [...new Set(suspects.flatMap(({ one, finer }) => [one, ...finer.map(({ one }) => one)]))]
    if (all.length === 0) break
    const [[sums]] = await batcher.request([[pairsRequest(other, all, view)]])
    const rhos = correlations(sums)
    const sizes = new Map(all.map((one, i) => [one, Math.abs(rhos[i].rho)]))
    suspects = partedBy(suspects, (one) => sizes.get(one)!)
  }
  const near = await onOneLine(batcher, suspects.map(nearest), view)
  return copiesAmong(await withinHalfSteps(batcher, near, view), precedence)
}

/**
 * Columns of numbers with a step that is small beside their spread, each with all others of smaller steps, of
 * like spread and place in their range. On one grid a row may be off by a whole step and be within half a
 * step of a line all the same.
 */
function suspectsIn(varied: readonly ColumnContents[]): readonly Rounded[] {
  const shapes = varied.map((one) => {
    const { n, mean, m2, min } = one.numbers!
    const range = rangeOf(one)
    const step = one.values ? stepOf(one.values) : NaN
    const left = (step * step) / 12 / (m2 / n)
    return {
      one,
      n,
      step,
      left,
      steps: range / step,
      spread: Math.sqrt(m2 / n) / range,
      lean: Math.abs((mean - min) / range - 0.5),
    }
  })
  return shapes.flatMap(({ one, n, step, left, steps, spread, lean }): readonly Rounded[] => {
    if (!(left <= mostLeft.variance)) return []
    const finer = shapes.filter(
      (other) =>
        other.n === n &&
        !(other.steps * mostOfStep < steps) &&
        // Rounding moves the ends of the range by half a step each.
        Math.abs(other.spread - spread) <= (2 / steps) * spread + left &&
        Math.abs(other.lean - lean) <= 2 / steps,
    )
    return finer.length > 0 ? [{ one, step, left, finer: finer.map(({ one }) => ({ one, off: 0 })) }] : []
  })
}

/**
 * Those left that correlate with a third column alike: what rounding adds to a column goes with no other, but
 * by chance: of n rows by a correlation of 1/√n, five times that at most.
 */
function partedBy(suspects: readonly Rounded[], sizeOf: (one: ColumnContents) => number): readonly Rounded[] {
  return suspects.flatMap((rounded) => {
    const size = sizeOf(rounded.one)
    const most = 3 * rounded.left * size + 5 * Math.sqrt(rounded.left / rounded.one.numbers!.n)
    const finer = rounded.finer.flatMap(({ one, off }) => {
      const by = Math.abs(sizeOf(one) - size)
      return by <= most ? [{ one, off: off + by }] : []
    })
    return finer.length > 0 ? [{ ...rounded, finer }] : []
  })
}

function nearest(rounded: Rounded): Rounded {
  return { ...rounded, finer: rounded.finer.toSorted((a, b) => a.off - b.off).slice(0, mostHeld) }
}

/** Those of which a line leaves no more than rounding does. */
async function onOneLine(
  batcher: RequestBatcher,
  suspects: readonly Rounded[],
  view: View,
): Promise<readonly Rounded[]> {
  const requests = suspects.map(({ one, finer }) =>
    pairsRequest(
      one,
      finer.map(({ one }) => one),
      view,
    ),
  )
  const [pairs] = await batcher.request([requests])
  return suspects.flatMap((rounded, i) => {
    const rhos = correlations(pairs[i])
    const most = Math.min(mostLeft.variance, margin * rounded.left)
    const finer = rounded.finer.filter((_, j) => {
      const { n, rho } = rhos[j]
      return n === rounded.one.numbers!.n && (1 - rho) * (1 + rho) <= most
    })
    return finer.length > 0 ? [{ ...rounded, finer }] : []
  })
}

/**
 * Those of which no row is farther than half a step from a line, by what the finer column holds beside each
 * value.
 */
async function withinHalfSteps(
  batcher: RequestBatcher,
  suspects: readonly Rounded[],
  view: View,
): Promise<readonly Rounded[]> {
  const requests = suspects.map(({ one: { column, values }, finer }): MomentsRequest => {
    const by: Variable = { column: column.column, coding: { kind: 'levels', levels: values! } }
    return {
      kind: 'moments',
      family: singles(finer.map(({ one }) => numbersOf(one))),
      by,
      of: 'values',
      view,
    }
  })
  const [moments] = await batcher.request([requests])
  return suspects.map((rounded, i) => {
    const { classes, n, min, max } = moments[i]
    const finer = rounded.finer.filter(({ one }, j) => {
      const besides = rounded.one.values!.map((value, level): Beside => {
        const cell = j * classes + level
        return { value, n: n[cell], min: min[cell], max: max[cell] }
      })
      return isRounding(rounded, one, besides)
    })
    return { ...rounded, finer }
  })
}

/**
 * Whether a column is a rounding of a finer one. Rows that share a value of the coarse one only are few:
 * beside values far from all others any rounding looks fine.
 */
function isRounding({ one, step }: Rounded, fine: ColumnContents, besides: readonly Beside[]): boolean {
  const triples = (isSplit: boolean) =>
    besides.reduce((sum, { n, min, max }) => sum + (min < max === isSplit ? triplesOf(n) : 0), 0)
  if (triples(true) > mostLeft.triples * (triplesOf(one.numbers!.n) - triples(false))) return false
  const range = rangeOf(fine)
  const slope = rangeOf(one) / range
  const widths = [slope, -slope].map((slope) => widthOf(besides, slope, (2 * step) / range))
  return Math.min(...widths) <= (1 + inexact) * step
}

/**
 * Which column of each pair is the copy; each is a copy of one other, of one that is no copy itself where
 * there is one.
 */
function copiesAmong(found: readonly Rounded[], precedence: (one: ColumnContents) => number): Copies {
  const pairs = found.flatMap(({ one, finer }) =>
    finer.map(({ one: fine }) =>
      precedence(one) > precedence(fine) ? ([fine, one] as const) : ([one, fine] as const),
    ),
  )
  const copied = new Set(pairs.map(([copy]) => copy))
  const copies = new Map<ColumnContents, ColumnContents>()
  for (const [copy, of] of pairs) {
    const known = copies.get(copy)
    if (known === undefined || (copied.has(known) && !copied.has(of))) copies.set(copy, of)
  }
  return copies
}

/** In how many ways three rows are drawn one after the other. */
function triplesOf(rows: number): number {
  return rows * (rows - 1) * (rows - 2)
}

/** A column together with each of others. */
function pairsRequest(one: ColumnContents, others: readonly ColumnContents[], view: View): MomentsRequest {
  const family = { base: [numbersOf(one)], each: others.map(numbersOf) }
  return { kind: 'moments', family, of: 'values', view }
}

function rangeOf({ numbers }: ColumnContents): number {
  return numbers!.max - numbers!.min
}

function numbersOf({ column: { column } }: ColumnContents): Variable {
  return { column, coding: null }
}
