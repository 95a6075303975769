import { partialFTail } from '../../measures/least-squares.ts'
import type { StepProblem, SubsetProblem } from '../../search/problem.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import type { Scoring } from './walk.ts'

/**
 * The p-value of what items take away of the residuals of a linear fit; all their columns enter as one. Merits are
 * shares of the target's spread, taken negative, and what is known of a set is not looked at again.
 */
export function partialFits(
  sets: SubsetProblem & Pick<Scoring, 'rows'>,
  searchUnits: SearchUnits,
): NonNullable<StepProblem['partialFTail']> {
  const inOrder = (chosen: readonly number[]) => columnsOf(searchUnits, chosen).sort((a, b) => a - b)
  return async (selected, joining) => {
    const [before, after] = [inOrder(selected), inOrder([...selected, ...joining])]
    const [left] = await sets.merits({ list: [after] })
    const [was] = before.length === 0 ? [-1] : await sets.merits({ list: [before] })
    const added = after.length - before.length
    return partialFTail(-was, -left, { added, columns: after.length, n: sets.rows!.most })
  }
}
