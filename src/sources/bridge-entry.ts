import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { PenalisedSet } from '../kernel/penalised-set.ts'

/** So far above the threshold the iteration leaves it fast. */
const above = 1.01
/** So often the penalty is doubled. */
const mostDoublings = 100

/**
 * A penalty of `bridge` that lets no column in: a hundredth above the greatest at which a column that is orthogonal to all others would stay,
 * min over w of |c| = w + λ·p·w^(p−1), doubled while one stays.
 */
export async function bridgeEntry(
  { starts, withTarget }: PenalisedSet,
  p: number,
  lets: (penalty: number) => Promise<boolean>,
): Promise<number> {
  let entry = 0
  for (let block = 1; block < starts.length; block++) {
    const own = withTarget.subarray(starts[block - 1], starts[block])
    const norm = Math.sqrt(own.reduce((sum, one) => sum + one * one, 0))
    if (norm === 0) continue
    const threshold = exp((2 - p) * ln((norm * (1 - p)) / (2 - p)) - (1 - p / 2) * ln(own.length))
    entry = Math.max(entry, threshold / (p * (1 - p)))
  }
  entry *= above
  for (let doubling = 0; doubling < mostDoublings && (await lets(entry)); doubling++) entry *= 2
  return entry
}
