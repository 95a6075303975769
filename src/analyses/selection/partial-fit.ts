import { partialF } from '../../measures/least-squares.ts'
import type { FittedResiduals } from '../../measures/least-squares.ts'
import type { PartialFTest, SetPair } from '../../search/problem.ts'
import type { ColumnSets, Fits } from './subset-problem.ts'

/** The partial F-test of each larger set of columns beside the smaller, all the columns by which it is larger at once. */
export async function partialFsOf(
  fits: NonNullable<ColumnSets['fits']>,
  pairs: readonly SetPair[],
): Promise<readonly PartialFTest[]> {
  const sets = new Map(
    pairs.flatMap(({ smaller, larger }) => [smaller, larger]).map((set) => [set.join(), set]),
  )
  const places = new Map([...sets.keys()].map((key, place) => [key, place]))
  const found = await fits({ list: [...sets.values()] })
  const fitOf = (set: readonly number[]) => fitAt(found, places.get(set.join())!)
  return pairs.map(({ smaller, larger }) => partialF(fitOf(smaller), fitOf(larger)))
}

function fitAt({ n, squares, ranks }: Fits, set: number): FittedResiduals {
  return { n: n[set], squares: squares[set], rank: ranks[set] }
}
