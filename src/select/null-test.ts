import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { permutedGain } from '../measures/permuted-gain.ts'
import { gammaTail } from '../measures/tails.ts'
import { CribaError } from '../spec/error.ts'
import type { Counts } from '../statistics/counts.ts'
import { seeded } from '../statistics/permutation.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import type { NullTest } from '../stop/halt.ts'
import type { Asker } from './ask.ts'

/** What is tested, whichever candidate. */
export interface Tested {
  readonly features: readonly Variable[]
  readonly names: readonly string[]
  readonly target: Variable | null
  readonly view: View
  readonly seed: number
}

/**
 * The gain of a candidate X_c, I(X_c;Y), or beside selected columns the least I(X_c;Y|X_j) over those, and its law where
 * X_c is permuted within the levels of that X_j: what is left of it is chance. The stream of random numbers depends on
 * the seed, the candidate's name and how many are selected.
 */
export async function testGain(
  asker: Asker,
  { features, names, target, view, seed }: Tested,
  selected: readonly number[],
  candidate: number,
): Promise<NullTest> {
  const tested = features[candidate]
  if (!target?.coding || !tested.coding) {
    throw new CribaError(
      'unsuitable',
      'unsuitable stop: significance permutes levels, and this criterion reads numbers (use gain:0.01, or k)',
    )
  }
  const beside = selected.length > 0 ? selected.map((j) => [features[j], tested, target]) : [[tested, target]]
  const [tables] = await asker.askOnce([{ kind: 'counts', family: { list: beside }, view }])
  const random = seeded(`${seed}/significance/${selected.length}/${names[candidate]}`)
  const gains = tables.map((table) => permutedGain(checked(table), () => uniformFloat64(random)))
  let least = 0
  gains.forEach(({ gain }, i) => {
    if (gain < gains[least].gain) least = i
  })
  const { gain, draw, reaches } = gains[least]
  return {
    gain,
    because: selected[least] ?? null,
    draw,
    reaches,
    gammaTail: (mean, variance) => gammaTail(gain, mean, variance),
  }
}

/** A table of Z × X × Y in whole counts; without Z as one of one level. */
function checked({ levels, cells }: Counts): Counts {
  if (!cells.every(Number.isInteger)) {
    throw new CribaError(
      'unsuitable',
      'unsuitable weights: significance needs whole weights (or another stop)',
    )
  }
  return { levels: levels.length === 3 ? levels : [[0], ...levels], cells }
}
