import { countLevels } from './variable.ts'
import type { Coding, Level } from './variable.ts'

/** The names of the levels of a fitted coding, in order. */
export function levelNames(coding: Exclude<Coding, { kind: 'values' }>): readonly Level[] {
  switch (coding.kind) {
    case 'missingness':
      return ['present', 'missing']
    case 'cuts':
      return firstNumbers(countLevels(coding))
    case 'levels':
      return coding.missing ? [...coding.levels, 'missing'] : coding.levels
  }
}

const numbers: (readonly number[] | undefined)[] = []

/** The numbers from 0 on, one list for each count: columns are cut into equally many levels. */
function firstNumbers(count: number): readonly number[] {
  return (numbers[count] ??= Array.from({ length: count }, (_, level) => level))
}

/** The level of a missing value: a level of its own, or the number of levels where it has none. */
export function levelOfMissing(coding: Coding, count: number): number {
  if (coding.kind === 'missingness') return 1
  return coding.kind !== 'values' && coding.missing === 'level' ? count - 1 : count
}

/** The level of a single value, such as a fill value; `missing` where it is none of the levels. */
export function levelOfValue(
  value: Level,
  coding: Coding,
  levels: readonly Level[],
  missing: number,
): number {
  if (coding.kind === 'cuts' && typeof value === 'number') return cutsBelow(coding.cuts, value)
  const code = levels.indexOf(value)
  return code < 0 ? missing : code
}

/** How many cuts are below a value: the level of its right-closed bin. */
export function cutsBelow(cuts: ArrayLike<number>, value: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (cuts[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
