import { partialF } from '../../measures/least-squares.ts'
import type { FittedResiduals } from '../../measures/least-squares.ts'
import type { PartialFTest, SetPair } from '../../search/problem.ts'
import type { ColumnSets, Fits } from './subset-problem.ts'

/** The partial F-test of each larger set of columns beside the smaller, all the columns by which it is larger at once. */
export async function partialFsOf(
  fits: NonNullable<ColumnSets['fits']>,
  pairs: readonly SetPair[],
): Promise<readonly PartialFTest[]> {
  const found = await fits({ list: pairs.flatMap(({ smaller, larger }) => [smaller, larger]) })
  return pairs.map((_, i) => partialF(fitAt(found, 2 * i), fitAt(found, 2 * i + 1)))
}

function fitAt({ n, squares, ranks }: Fits, set: number): FittedResiduals {
  return { n: n[set], squares: squares[set], rank: ranks[set] }
}
