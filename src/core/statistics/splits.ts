import { countParts } from './division.ts'
import type { Division } from './division.ts'
import type { Sample, View } from './view.ts'

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
