import { permuteVariable } from '#core'
import type { Variable, View } from '#core'
import type { RowsOfPermutation } from './exchanged-target.ts'

/** How an analysis reads its columns under one permutation of the target. */
export interface PermutedTarget {
  readonly view: View
  /** Gives the target permuted, and every other variable as it is. */
  readonly read: (variable: Variable) => Variable
}

interface TargetInView {
  readonly view: View
  readonly column: number
  readonly seed: number
  /** The permutations, where rows are not exchanged one by one. */
  readonly rowsOf?: RowsOfPermutation
}

/** Permutes a target: wherever it is read as the same object, the result is the same object. */
export function permuteTarget({ view, column, seed, rowsOf }: TargetInView, number: number): PermutedTarget {
  const permuted = { seed, number, ...(rowsOf && { from: rowsOf(number) }) }
  const known = new Map<Variable, Variable>()
  const read = (variable: Variable) => {
    if (variable.column !== column) return variable
    const found = known.get(variable) ?? permuteVariable(variable, permuted)
    known.set(variable, found)
    return found
  }
  if (!view.sampledOver) return { view, read }
  return { view: { ...view, movedWith: read({ column, coding: null }) }, read }
}
