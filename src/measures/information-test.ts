import { ln2 } from './estimators.ts'
import { chiSquareTail } from './tails.ts'

/** The levels with rows of two columns, and of a third within whose levels they are tested; 1 for none. */
export interface TestedLevels {
  readonly x: number
  readonly y: number
  readonly given: number
}

/**
 * The p-value of an information of `n` rows, in bits: 2n·ln 2·I is χ² under independence, with (x−1)(y−1)·given degrees; 1
 * without degrees of freedom. The statistic is divided by 1 + (x+1)(y+1)·given/6n, Williams's correction (1976) of even levels, which
 * holds its mean where cells have few rows. Of uneven levels many cells stay empty, and p is too large rather than too small.
 */
export function informationTest(bits: number, n: number, { x, y, given }: TestedLevels): number {
  const df = (x - 1) * (y - 1) * given
  if (!(df > 0)) return 1
  const correction = 1 + ((x + 1) * (y + 1) * given) / (6 * n)
  return chiSquareTail((2 * n * ln2 * bits) / correction, df)
}
