import type { Finding } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { ColumnContents } from './contents.ts'
import { remainingErrors } from './remaining-errors.ts'
import type { LeakViews } from './remaining-errors.ts'
import { remainingVariance } from './remaining-variance.ts'

/** A column that predicts the target almost perfectly leaves at most this share of its errors or variance. */
const mostLeft = { classes: 0.1, numbers: 0.02 }
/** The next best column leaves at least this many times as much. */
const timesAsMuch = 8
/** Targets of more classes are not checked. */
const mostClasses = 20

/**
 * Finds columns that predict the target almost perfectly and much better than the next best. The measure for classes is the
 * share that remains of the errors of predicting the most frequent class (Goodman and Kruskal's 1 − λ), with numbers cut where
 * they would separate the classes; for a numeric target it is 1 − ρ², of values or of ranks.
 */
export async function leakFindings(
  batcher: RequestBatcher,
  facts: TargetFacts,
  contents: readonly ColumnContents[],
  views: LeakViews,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const { classes, classNames, values } = facts
  if (classes && classNames.length > mostClasses) return new Map()
  const remaining = classes
    ? await remainingErrors(batcher, classes, contents, views)
    : values
      ? await remainingVariance(batcher, values, contents, views.view)
      : new Map<ColumnContents, number>()
  const most = classes ? mostLeft.classes : mostLeft.numbers
  const suspects = [...remaining].filter(([, share]) => share <= most)
  const next = [...remaining.values()].reduce(
    (least, share) => (share > most ? Math.min(least, share) : least),
    1,
  )
  const what = classes ? 'of the wrong guesses' : 'of the variance'
  return new Map(
    suspects
      .filter(([, share]) => share * timesAsMuch <= next)
      .map(([one, share]): readonly [ColumnContents, Finding] => {
        const message = `alone leaves ${percent(share)} ${what} of ${facts.name}, the next best column ${percent(next)}: is it known before the target is?`
        return [one, { kind: 'leak', message }]
      }),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}
