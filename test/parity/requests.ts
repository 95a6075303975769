import type { Family, Request } from 'criba'
import { byUnit, codedVariables, permute } from './readings.ts'
import type { Permutations, Reading } from './readings.ts'
import { coded, columns, numbers } from './tables.ts'

/** Columns beside their own permuted copies. */
function copies(permuted: Permutations) {
  const target = coded(columns.target, { kind: 'values' })
  const text = coded(columns.gappyText, { kind: 'levels', levels: byUnit })
  const gaps = coded(columns.gaps, { kind: 'cuts', cuts: [10, 20, 30] })
  return { target, text, gaps, all: [target, text, gaps].map((one) => permute(one, permuted)) }
}

/** Requests whose answers are counts and observed values, which agree to the bit. */
export function countRequests({ view, permuted }: Reading): readonly Request[] {
  const v = codedVariables(permuted)
  const beside = copies(permuted)
  const features = [v.cuts, v.gaps, v.text, v.gappySome, v.many, v.target]
  const pairs: Family = { base: [v.target], each: features }
  const alone = [v.target]
  return [
    { kind: 'counts', family: { list: Object.values(v).map((variable) => [variable]) }, view },
    { kind: 'counts', family: { base: [v.target], each: Object.values(v) }, view },
    {
      kind: 'counts',
      family: {
        list: [
          [v.tied, v.gappyFilled, v.gapsLevel],
          [v.textValues, v.targetValues, v.gapsMissingness],
        ],
      },
      view,
    },
    { kind: 'counts', family: { base: [beside.target], each: beside.all }, view },
    { kind: 'entropy', family: { of: [beside.target, beside.text, ...beside.all], sizes: [1, 3] }, view },
    {
      kind: 'entropy',
      family: { base: [], each: beside.all },
      within: { base: [beside.gaps], each: beside.all },
      also: beside.text,
      view,
    },
    { kind: 'entropy', family: { base: [], each: Object.values(v) }, view },
    { kind: 'entropy', family: { base: [], each: features }, within: pairs, view },
    { kind: 'entropy', family: { base: [v.many], each: features }, also: v.gaps, view },
    { kind: 'entropy', family: { base: [], each: features }, within: pairs, also: v.target, view },
    { kind: 'entropy', family: { list: features.map(() => alone) }, within: pairs, also: v.gapsLevel, view },
    { kind: 'entropy', family: { of: features.slice(0, 3), sizes: [1, 3] }, also: v.tied, view },
    { kind: 'entropy', family: { list: features.map(() => alone) }, within: pairs, view },
    { kind: 'entropy', family: pairs, view },
    { kind: 'entropy', family: { of: [v.target, v.tied, v.gaps, v.gappyText], sizes: [1, 4] }, view },
    {
      kind: 'entropy',
      family: {
        list: [
          [v.textValues, v.gappyValues],
          [v.many, v.numbersMany, v.text],
        ],
      },
      view,
    },
    ...[columns.smooth, columns.tied, columns.gaps, columns.constant, columns.empty].flatMap(
      (column): Request[] => [
        {
          kind: 'order',
          variable: numbers(column),
          at: [1, 2, 3, 4, 5].flatMap((part) => [
            { part, of: 5, side: 'lower' as const },
            { part, of: 5, side: 'upper' as const },
          ]),
          distinctUpTo: 9,
          view,
        },
        {
          kind: 'order',
          variable: numbers(column, 3),
          at: [{ part: 1, of: 2, side: 'lower' }],
          distinctUpTo: 0,
          view,
        },
      ],
    ),
    {
      kind: 'rows',
      columns: [numbers(columns.smooth), numbers(columns.gaps), numbers(columns.gaps, 5)],
      view,
    },
  ]
}

/** Requests whose answers are sums of doubles. */
export function momentRequests({ view, permuted }: Reading): readonly Request[] {
  const v = codedVariables(permuted)
  const each = [
    columns.smooth,
    columns.tied,
    columns.gaps,
    columns.counts,
    columns.constant,
    columns.empty,
    columns.huge,
  ].map((column) => numbers(column))
  const filled = numbers(columns.gaps, 2.5)
  // Queries permute only levels, so the numbers are not permuted.
  const base = [numbers(columns.target)]
  return (['values', 'ranks'] as const).flatMap((of): Request[] => [
    { kind: 'moments', family: { base: [], each: [...each, filled] }, of, view },
    { kind: 'moments', family: { base: [], each: [...each, filled] }, by: v.target, of, view },
    { kind: 'moments', family: { base: [], each }, by: v.gappyValues, of, view },
    { kind: 'moments', family: { base, each: [...each, base[0]] }, of, view },
    { kind: 'moments', family: { base, each: [filled] }, by: v.gapsLevel, of, view },
    { kind: 'moments', family: { list: [[base[0], ...each.slice(0, 4)]] }, of, view },
  ])
}

/** Requests that are answered in memory, from the rows of either source. */
export function dependenceRequests({ view, permuted }: Reading): readonly Request[] {
  const v = codedVariables(permuted)
  const features = [columns.smooth, columns.tied, columns.gaps, columns.huge, columns.constant].map(
    (column) => numbers(column),
  )
  const targets = [
    permute(numbers(columns.target), permuted),
    numbers(columns.smooth),
    v.targetValues,
    v.gappySome,
  ]
  return targets.flatMap((target): Request[] => {
    const shared = { kind: 'dependence' as const, target, seed: 1, view }
    const each = [...features, v.gaps, v.gappyText, v.textSome]
    const ofNumbers: Request = {
      ...shared,
      measure: 'xi',
      family: { base: [], each: features },
      unbiased: false,
    }
    return [
      ...(target.coding === null ? [ofNumbers] : []),
      { ...shared, measure: 'distance', family: { base: [], each }, unbiased: true },
      { ...shared, measure: 'kernel', family: { list: each.map((one) => [one]) }, unbiased: false },
    ]
  })
}
