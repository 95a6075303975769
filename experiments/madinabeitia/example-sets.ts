import { score } from '../../src/index.ts'
import type { Run } from '../../src/index.ts'
import { exampleData, exampleTable, nameOf } from './example-data.ts'
import type { ExampleData } from './example-data.ts'
import { functions } from './functions.ts'
import type { TargetFunction } from './functions.ts'
import { measured } from './measured.ts'
import { publishedDeltaTest, publishedDeltaTestOfAll } from './published-delta-test.ts'
import { setScores } from './set-scores.ts'
import { combined, membersOf } from './sets.ts'
import type { SetScores } from './sets.ts'
import { widest } from './variants.ts'
import type { Variant } from './variants.ts'

/**
 * The scores of all sets of the first `width` columns by the criteria of the thesis, with the seconds they
 * took.
 */
export interface PublishedScores {
  readonly width: number
  /** Total correlation in nats, and the delta test over as many rows as a set has columns. */
  readonly information: SetScores
  readonly noise: SetScores
  readonly both: SetScores
  /** The delta test of all columns, by the nearest neighbour. */
  readonly noiseOfAll: number
  readonly seconds: Readonly<
    Record<'information' | 'informationOfAll' | 'noise' | 'noiseOfAll' | 'both', number>
  >
}

/** The data of a variant, by default with as many columns as the thesis has at most. */
export const dataOf = ({ of, rows, noise }: Variant, width = widest): ExampleData =>
  exampleData(of, { width, rows, noise })

/** The columns that a variant's function reads. */
export const rightColumns = ({ of }: Variant): readonly number[] => (functions[of] as TargetFunction).of

/** How many columns a variant has: from those of its function to the most. */
export function widths({ of }: Variant, most = widest): number[] {
  const { drawn } = functions[of]
  return Array.from({ length: most - drawn + 1 }, (_, i) => drawn + i)
}

/** Scores all sets of the first `width` columns as the thesis did. */
export async function publishedScores(
  { k, inverse }: Variant,
  data: ExampleData,
  width: number,
  run: Run,
): Promise<PublishedScores> {
  const table = exampleTable(data, width)
  const [information, informationSeconds] = await measured(() => setScores(table, 'total correlation', run))
  const features = data.columns.slice(0, width).map((_, i) => nameOf(i))
  const [, informationOfAllSeconds] = await measured(() =>
    score(table, { target: 'y', features, by: ['total-correlation:scale=none'] }, run),
  )
  const [noise, noiseSeconds] = await measured(() => publishedDeltaTest(data, width, k))
  const [noiseOfAll, noiseOfAllSeconds] = await measured(() => publishedDeltaTestOfAll(data, width, 1))
  const both = combined(information, noise, (nats, delta) =>
    inverse ? nats + 1 / (delta + 0.01) : nats - delta,
  )
  return {
    width,
    information,
    noise,
    both,
    noiseOfAll,
    seconds: {
      information: informationSeconds,
      informationOfAll: informationOfAllSeconds,
      noise: noiseSeconds,
      noiseOfAll: noiseOfAllSeconds,
      both: informationSeconds + noiseSeconds,
    },
  }
}

/** A set as text: `x0 x1`. */
export const setText = (mask: number): string => membersOf(mask).map(nameOf).join(' ')
