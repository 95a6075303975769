import { partialFTail } from '../../measures/least-squares.ts'
import type { StepProblem, SubsetProblem } from '../../search/problem.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import type { SearchScores } from './running-search.ts'

/**
 * The p-value of the partial F-test of search units that join a linear fit, all their columns at once. Merits are minus the share
 * of the target's sum of squares that is left; the merits of sets are cached.
 */
export function partialFTailOf(
  sets: SubsetProblem & Pick<SearchScores, 'rows'>,
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
