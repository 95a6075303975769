import { ln2 } from './estimators.ts'
import { chiSquareTail } from './tails.ts'

/** The p-value of an information of `n` rows, in bits: 2n·ln 2·I is χ² under independence; 1 without degrees of freedom. */
export function informationTest(bits: number, n: number, df: number): number {
  return df > 0 ? chiSquareTail(2 * n * ln2 * bits, df) : 1
}
