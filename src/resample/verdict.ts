import { pairedInterval } from '../measures/paired-interval.ts'
import type { Difference, Verdict } from '../trace/evidence.ts'

/** The selected columns are as good as all if they lose at most this share of the gain over no columns. */
const margin = 0.1

/** The scores of one fold: from the selected columns, from all, and from none. */
export interface FoldScores {
  readonly all: number
  readonly selected: number
  readonly none: number
}

/** The verdict on the selected columns, from intervals of the differences on the same folds. */
export function judgeSelected(
  scores: readonly FoldScores[],
  heldOutRatio: number,
  better: 'higher' | 'lower',
): { readonly besideAll: Difference; readonly besideNone: Difference; readonly verdict: Verdict } {
  const compare = (a: keyof FoldScores, b: keyof FoldScores) =>
    pairedInterval(
      scores.map((fold) => fold[a] - fold[b]),
      heldOutRatio,
    )
  const besideAll = compare('selected', 'all')
  const besideNone = compare('selected', 'none')
  const gains = [besideNone, compare('all', 'none')].map(({ difference }) => gained(difference))
  return { besideAll, besideNone, verdict: verdictOf(Math.max(...gains)) }

  function gained(difference: number): number {
    return better === 'higher' ? difference : -difference
  }

  /** The ends of an interval, the worse one first. */
  function ends({ interval: [low, high] }: Difference): readonly [number, number] {
    return better === 'higher' ? [low, high] : [-high, -low]
  }

  function verdictOf(gain: number): Verdict {
    const [worst, best] = ends(besideAll)
    if (!Number.isFinite(worst)) return 'not-told-apart'
    if (ends(besideNone)[0] <= 0) return 'no-better-than-none'
    if (worst > 0) return 'better-than-all'
    if (best < 0) return 'worse-than-all'
    return -worst <= margin * gain ? 'as-good-as-all' : 'not-told-apart'
  }
}
