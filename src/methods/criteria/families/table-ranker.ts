import type { Counts, CountsRequest, OptionsOf, OptionTable } from '#core'
import type { Test } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts } from '../../shapes/criterion.ts'
import { packTests } from './tests.ts'

/** A method that is a function of the table of target × column, both by their levels. */
export function tableRanker<const O extends OptionTable, const Id extends string>(
  record: Omit<CriterionFacts<O>, 'features' | 'target' | 'tables' | 'better'> & {
    readonly id: Id
    test(table: Counts, options: OptionsOf<O>): Test & { readonly n: number }
  },
) {
  return defineRank<O, readonly [CountsRequest], Id>({
    ...record,
    features: { numeric: 'levels', categorical: 'levels' },
    target: record.twoClasses ? 'classes' : 'levels',
    tables: true,
    better: 'higher',
    needs: ({ features, target, view }) => [
      { kind: 'counts', family: { base: [target!], each: features }, view },
    ],
    fold: ([tables], { options }) => {
      const tests = tables.map((table) => record.test(table, options))
      return { n: Float64Array.from(tests, ({ n }) => n), ...packTests(tests) }
    },
  })
}
