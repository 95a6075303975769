import type { Finding } from '../../trace/column-record.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { ColumnContents } from './contents.ts'
import { leftOfClasses } from './left-of-classes.ts'
import type { Seen } from './left-of-classes.ts'
import { leftOfNumbers } from './left-of-numbers.ts'

/** So little of what there is to predict may be left by a column that predicts it almost perfectly. */
const mostLeft = { classes: 0.1, numbers: 0.02 }
/** The next best column leaves so many times as much. */
const timesAsMuch = 8
/** Targets of more classes are not looked at. */
const mostClasses = 20

/**
 * Columns that predict the target almost perfectly beside the next best: the share of errors left of those of a guess by the
 * most frequent class (Goodman and Kruskal's 1 − λ), numbers cut where classes would part if they parted; of a numeric
 * target 1 − ρ², of values or of ranks.
 */
export async function leakFindings(
  batcher: RequestBatcher,
  facts: TargetFacts,
  contents: readonly ColumnContents[],
  seen: Seen,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const { classes, classNames, values } = facts
  if (classes && classNames.length > mostClasses) return new Map()
  const left = classes
    ? await leftOfClasses(batcher, classes, contents, seen)
    : values
      ? await leftOfNumbers(batcher, values, contents, seen.view)
      : new Map<ColumnContents, number>()
  const most = classes ? mostLeft.classes : mostLeft.numbers
  const suspects = [...left].filter(([, share]) => share <= most)
  const next = [...left.values()].reduce((least, share) => (share > most ? Math.min(least, share) : least), 1)
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
