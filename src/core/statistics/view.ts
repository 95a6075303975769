import { countParts } from './division.ts'
import type { Division } from './division.ts'
import type { Variable } from './variable.ts'

/**
 * The rows that a statistic uses, with their weights. A view is part of a request: p-values, folds and
 * stability use the same requests with other views.
 */
export interface View {
  /** The column with a weight for each row: 2 = the row counts twice, 0 = it is left out. */
  readonly weights?: number
  /**
   * The weights are sampling weights, scaled to sum to the effective number of the rows that are complete in
   * all these columns; a fold keeps the scale.
   */
  readonly sampledOver?: readonly number[]
  /** Each row with a weight above 0 counts once. */
  readonly once?: boolean
  /** Only the rows that are complete in all these columns. */
  readonly complete?: readonly number[]
  /**
   * Sampling weights move with the values of this permuted variable: if the weights depend on the target,
   * they still do after a permutation, so that a column independent of both stays independent of the weighted
   * target.
   */
  readonly movedWith?: Variable
  /** Only the rows of a sample, which is drawn from the rows of another view. */
  readonly sample?: Sample
}

/**
 * Rows of a division: one part, or those that a learner is trained on to predict that part. Rows are assigned
 * to parts in JavaScript from the seed; a source receives the sample as one more weight for each row, 0 or 1.
 */
export interface Sample {
  /** The view whose rows are divided. A row outside it is in no part. */
  readonly of: View
  readonly division: Division
  /** 0 to one below the number of parts. */
  readonly part: number
  /**
   * The rows of the part, or those to train on: of the other parts, or where the division is along times of
   * the earlier ones.
   */
  readonly rows: 'train' | 'test'
  /**
   * The rows are a source of their own: values are permuted among them. Otherwise they were permuted before
   * the division.
   */
  readonly isSource?: true
}

export const allRows: View = {}

/** The view among whose rows values are permuted: that of the analysis, before it divided the rows. */
export function viewOfPermutation(view: View): View {
  const { sample } = view
  return sample && !sample.isSource ? viewOfPermutation(sample.of) : view
}

/** Every variable that decides which rows a view includes, and how much they count. */
export function variablesOfView({ movedWith, sample }: View): readonly Variable[] {
  const { by, together, along, key } = sample?.division ?? {}
  const own = [movedWith, by, together, along, key].filter((variable) => variable !== undefined)
  return sample ? [...own, ...variablesOfView(sample.of)] : own
}

/** A part that is held out and the rows to train on, as views and as places among the parts of a division. */
export interface Split {
  readonly train: View
  readonly test: View
  readonly trainParts: readonly number[]
  readonly testPart: number
}

/** The parts of a division as views, and the splits made of them. */
export interface Splits {
  readonly parts: readonly View[]
  readonly splits: readonly Split[]
}

interface CachedSplits {
  readonly view: View
  readonly division: Division
  readonly splits: Splits
}

/** By the object with which they may be forgotten: the permuted variable of a division, else the view. */
const cache = new WeakMap<object, CachedSplits[]>()

/**
 * The splits of the rows of a view. The same call returns the same objects, because sources cache views by
 * identity.
 */
export function splitsOf(view: View, division: Division): Splits {
  const { by, together, along, key } = division
  const owner = [by, together, along, key].find((variable) => variable?.permuted) ?? view
  const cached = cache.get(owner) ?? []
  cache.set(owner, cached)
  let found = cached.find((one) => one.view === view && isSame(one.division, division))
  if (!found) {
    found = { view, division, splits: makeSplits(view, division) }
    cached.push(found)
  }
  return found.splits
}

/** The splits of several divisions; the parts of each are its own. */
export function splitsOfAll(view: View, divisions: readonly Division[]): Splits {
  const parts: View[] = []
  const splits: Split[] = []
  for (const division of divisions) {
    const made = splitsOf(view, division)
    const first = parts.length
    for (const split of made.splits) {
      const trainParts = split.trainParts.map((part) => first + part)
      splits.push({ ...split, trainParts, testPart: first + split.testPart })
    }
    parts.push(...made.parts)
  }
  return { parts, splits }
}

/** How the parts of a sample compare with its own number: equal, different, or smaller, that is earlier. */
export function comparisonOf({ division, rows }: Omit<Sample, 'of'>): '=' | '<>' | '<' {
  if (rows === 'test') return '='
  return division.along && 'folds' in division ? '<' : '<>'
}

/** Whether a part belongs to a sample. */
export function isSampled(sample: Omit<Sample, 'of'>, part: number): boolean {
  const comparison = comparisonOf(sample)
  if (comparison === '=') return part === sample.part
  return comparison === '<' ? part < sample.part : part !== sample.part
}

function makeSplits(view: View, division: Division): Splits {
  const places = Array.from({ length: countParts(division) }, (_, part) => part)
  const sampled = (part: number, rows: Sample['rows']): View => ({
    ...view,
    sample: { of: view, division, part, rows },
  })
  const parts = places.map((part) => sampled(part, 'test'))
  // With a share only part 0 is held out; in time the first part has no earlier one to train on.
  const tests = 'share' in division ? [0] : division.along ? places.slice(1) : places
  const splits = tests.map((part) => ({
    train: sampled(part, 'train'),
    test: parts[part],
    trainParts: places.filter((other) => isSampled({ division, part, rows: 'train' }, other)),
    testPart: part,
  }))
  return { parts, splits }
}

function isSame(a: Division, b: Division): boolean {
  const size = (division: Division) => ('share' in division ? division.share : division.folds)
  return (
    'share' in a === 'share' in b &&
    size(a) === size(b) &&
    a.seed === b.seed &&
    a.number === b.number &&
    a.by === b.by &&
    a.together === b.together &&
    a.along === b.along &&
    a.key === b.key
  )
}
