import { ascendingOrder, CribaError } from '#core'
import type { RowsRequest } from '#core'
import { rowsByBlock } from '../../measures/blocked-tests.ts'
import type { BlockedRows } from '../../measures/blocked-tests.ts'
import type { Test } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts, RankStep } from '../../shapes/criterion.ts'
import { packTests } from './tests.ts'

type Facts = Omit<CriterionFacts<Record<never, never>>, 'target' | 'better' | 'options' | 'readsBlocks'>

/** A test of the classes of the target within blocks of rows, such as pairs. */
export function blockedRanker<const Id extends string>(
  record: Facts & {
    readonly id: Id
    /** `feature` is its place in the step. */
    test(rows: BlockedRows, step: RankStep<unknown>, feature: number): Test
  },
) {
  return defineRank<Record<never, never>, readonly [RowsRequest], Id>({
    ...record,
    target: 'classes',
    better: 'higher',
    readsBlocks: true,
    options: {},
    needs: ({ features, target, block, view }) => [
      { kind: 'rows', columns: [block!, target!, ...features], view },
    ],
    fold: ([{ columns, weights }], step) => {
      if (step.view.sampledOver || !weights.every(Number.isInteger)) throw wholeWeightsError(record.id)
      const [block, y, ...features] = columns
      const order = ascendingOrder(block, Uint32Array.from(block.keys()))
      const rows = features.map((x) => rowsByBlock(order, { block, x, y, weights }))
      const n = Float64Array.from(rows, (one) => one.weights.reduce((sum, weight) => sum + weight, 0))
      return { n, ...packTests(rows.map((one, feature) => record.test(one, step, feature))) }
    },
  })
}

function wholeWeightsError(id: string): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable weights: ${id} counts rows within blocks, and needs whole weights (leave the weights out, or use permutations of another method)`,
  )
}
