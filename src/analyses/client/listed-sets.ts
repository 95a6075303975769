import { CribaError } from '#core'
import type { SelectResult, Warning } from '#core'

/**
 * The sets of a landscape of two criteria, as lists of numbers: with a million sets the names of their
 * columns would take long to arrive.
 */
export interface ListedSets {
  /** The columns that the sets are of, in the order of the data. */
  readonly names: readonly string[]
  /** Bit i of a set is the column at place i. */
  readonly masks: readonly number[]
  /** The scores by the criterion, and by that of `pareto`; NaN where a set has none. */
  readonly first: readonly number[]
  readonly second: readonly number[]
  readonly warnings: readonly Warning[]
  readonly stopped: string
}

/** The most columns of sets that are listed as numbers. */
const mostListed = 20

/** The landscape of a selection, as numbers. */
export function listedSets(
  { landscape = [], warnings, stopped }: SelectResult,
  names: readonly string[],
): ListedSets {
  if (names.length > mostListed)
    throw new CribaError(
      'too-large',
      `too many columns for a landscape: ${names.length} (at most ${mostListed})`,
    )
  const bits = new Map(names.map((name, place) => [name, 1 << place]))
  return {
    names,
    masks: landscape.map(({ features }) => features.reduce((mask, name) => mask | bits.get(name)!, 0)),
    first: landscape.map(({ score, scores }) => scores?.[0] ?? score),
    second: landscape.map(({ scores }) => scores?.[1] ?? NaN),
    warnings,
    stopped,
  }
}
