import { CribaError } from '#core'
import type { OptionsOf, OptionTable, RowsRequest, Variable } from '#core'
import { followUpOf, withValueOf } from '../../measures/risk-sets.ts'
import type { FollowUp } from '../../measures/risk-sets.ts'
import type { EventTest } from '../../measures/score-test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts } from '../../shapes/criterion.ts'
import { packTests } from './tests.ts'

type Facts<O extends OptionTable> = Omit<CriterionFacts<O>, 'target' | 'better'>

/** The test of one column, over rows that all have a value of it. */
type TestOfColumn = (values: Float64Array, feature: Variable, followUp: FollowUp) => EventTest

/** A method that compares columns with the time until an event, over the rows themselves. */
export function eventRanker<const O extends OptionTable, const Id extends string>(
  record: Facts<O> & {
    readonly id: Id
    /** Its sums are of whole rows under these options. */
    readonly countsRows: (options: OptionsOf<O>) => boolean
    /** Makes the test of each column; what columns share is made once. */
    readonly testUnder: (options: OptionsOf<O>) => TestOfColumn
  },
) {
  const { countsRows, testUnder, ...facts } = record
  return defineRank<O, readonly [RowsRequest], Id>({
    ...facts,
    target: 'events',
    better: 'higher',
    needs: ({ features, target, event, view }) => [
      { kind: 'rows', columns: [target!, event!.variable, ...features], view },
    ],
    fold: ([{ columns, weights }], { features, options, event }) => {
      const [times, status, ...values] = columns
      if (countsRows(options)) refuseParts(record.id, weights)
      const followUp = followUpOf(times, { status, event: event!.level }, weights)
      const test = testUnder(options)
      const tests = features.map((feature, i) => test(values[i], feature, withValueOf(values[i], followUp)))
      return {
        n: Float64Array.from(tests, ({ n }) => n),
        ...packTests(tests),
        ...(tests.some(({ root }) => root !== undefined) && {
          parts: { z: Float64Array.from(tests, ({ root = NaN }) => root) },
        }),
      }
    },
  })
}

/** Refuses weights that are no numbers of rows. */
function refuseParts(id: string, weights: Float64Array): void {
  const part = weights.find((weight) => !Number.isInteger(weight))
  if (part === undefined) return
  throw new CribaError(
    'unsuitable',
    `unsuitable weights for ${id}: ${part} is no number of rows (use whole weights, or cox-score:ties=breslow)`,
  )
}

/** Remembers the last result for the last object, which most columns share. */
export function rememberLast<K, V>(make: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | null = null
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}
