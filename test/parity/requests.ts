import type { Division } from '../../dist/src/statistics/division.js'
import type { Family, Request, Variable, View } from 'criba'
import { coded, columns, numbers, oddTexts } from './tables.ts'

const byUnit = [...oddTexts]
const manyLevels = Array.from({ length: 400 }, (_, i) => `level ${i}`)

/** Variables of every coding over the columns of a random table. */
export function codedVariables(): Record<string, Variable> {
  return {
    target: coded(columns.target, { kind: 'levels', levels: [0, 1, 2] }),
    targetValues: coded(columns.target, { kind: 'values' }),
    cuts: coded(columns.smooth, { kind: 'cuts', cuts: [-30, -10, 0, 0.1, 25] }),
    noCuts: coded(columns.smooth, { kind: 'cuts', cuts: [] }),
    tied: coded(columns.tied, { kind: 'cuts', cuts: [-0.75, 0, 0.5] }),
    tiedValues: coded(columns.tied, { kind: 'values' }),
    gaps: coded(columns.gaps, { kind: 'cuts', cuts: [10, 20, 30] }),
    gapsLevel: coded(columns.gaps, { kind: 'cuts', cuts: [10, 20, 30], missing: 'level' }),
    gapsFilled: coded(columns.gaps, { kind: 'cuts', cuts: [10, 20, 30] }, 20),
    gapsMissingness: coded(columns.gaps, { kind: 'missingness' }),
    text: coded(columns.text, { kind: 'levels', levels: byUnit }),
    textSome: coded(columns.text, { kind: 'levels', levels: byUnit.slice(2, 9) }),
    textValues: coded(columns.text, { kind: 'values' }),
    gappyText: coded(columns.gappyText, { kind: 'levels', levels: byUnit, missing: 'level' }),
    gappySome: coded(columns.gappyText, { kind: 'levels', levels: byUnit.slice(4) }),
    gappyFilled: coded(columns.gappyText, { kind: 'levels', levels: byUnit }, 'a'),
    gappyValues: coded(columns.gappyText, { kind: 'values' }),
    many: coded(columns.many, { kind: 'levels', levels: manyLevels }),
    numbersMany: coded(columns.gaps, { kind: 'levels', levels: Array.from({ length: 300 }, (_, i) => i) }),
    counts: coded(columns.counts, { kind: 'levels', levels: [0, 1e6, 2e6, 3e6, 4e6] }),
    constant: coded(columns.constant, { kind: 'values' }),
    empty: coded(columns.empty, { kind: 'cuts', cuts: [1] }),
  }
}

/** Folds of rows, folds of a fold, and folds with permuted strata. */
function samplesOf(): Readonly<Record<string, View>> {
  const by = coded(columns.target, { kind: 'levels', levels: [0, 1, 2] })
  const sample = (of: View, rows: 'train' | 'test', division: Omit<Division, 'seed' | 'number'>): View => ({
    ...of,
    sample: { of, division: { seed: 5, number: 0, ...division } as Division, part: 1, rows },
  })
  const fold = (of: View, rows: 'train' | 'test', by?: Variable) =>
    sample(of, rows, { folds: 3, ...(by && { by }) } as Division)
  const together = coded(columns.gappyText, { kind: 'values' })
  const along: Variable = { column: columns.smooth, coding: null }
  const weighted: View = { weights: columns.whole, complete: [columns.gaps] }
  const permuted: View = { permuted: { column: columns.target, seed: 7, number: 3 } }
  const train = fold({}, 'train', by)
  return {
    train,
    test: fold({}, 'test', by),
    weightedTest: fold(weighted, 'test', by),
    weightedTrain: fold(weighted, 'train'),
    innerTest: fold(train, 'test', by),
    permutedTrain: fold(permuted, 'train', by),
    groupsTest: sample(weighted, 'test', { folds: 3, together } as Division),
    stratifiedGroupsTrain: sample({}, 'train', { folds: 4, together, by } as Division),
    laterTest: sample(weighted, 'test', { folds: 3, along } as Division),
    earlierTrain: sample({}, 'train', { folds: 3, along } as Division),
    shareTrain: sample({}, 'train', { share: 0.3, by } as Division),
    latestShare: sample({}, 'test', { share: 0.3, along } as Division),
    permutedInTrain: { ...train, ...permuted },
  }
}

const samples = samplesOf()

/** Views by name: all rows, weights, complete rows, folds, and permutations of the target. */
export const views: Readonly<Record<string, View>> = {
  all: {},
  whole: { weights: columns.whole },
  complete: { complete: [columns.target, columns.gaps, columns.smooth] },
  wholeComplete: { weights: columns.whole, complete: [columns.gappyText] },
  once: { weights: columns.whole, once: true },
  onceComplete: { weights: columns.fractional, once: true, complete: [columns.gappyText] },
  nothing: { complete: [columns.empty] },
  permuted: { permuted: { column: columns.target, seed: 7, number: 3 } },
  permutedComplete: { complete: [columns.gaps], permuted: { column: columns.target, seed: 7, number: 1 } },
  ...samples,
  permutedText: { weights: columns.folds, permuted: { column: columns.gappyText, seed: 1, number: 2 } },
}

/** The views that resample: an engine answers them by queries only where memory is not available. */
export const resampled = Object.keys(views).filter((name) => views[name].sample ?? views[name].permuted)

/** Fractional weights: sums of doubles, which agree to a tolerance. */
export const fractional: View = { weights: columns.fractional }

/** Requests whose answers are counts and observed values, which agree to the bit. */
export function countRequests(view: View): readonly Request[] {
  const v = codedVariables()
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
export function momentRequests(view: View): readonly Request[] {
  const v = codedVariables()
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
  // Queries permute only levels: under a permutation of the target, another column replaces its numbers.
  const base = [numbers(view.permuted?.column === columns.target ? columns.smooth : columns.target)]
  return (['values', 'ranks'] as const).flatMap((of): Request[] => [
    { kind: 'moments', family: { base: [], each: [...each, filled] }, of, view },
    { kind: 'moments', family: { base: [], each: [...each, filled] }, by: v.target, of, view },
    { kind: 'moments', family: { base: [], each }, by: v.gappyValues, of, view },
    { kind: 'moments', family: { base, each: [...each, base[0]] }, of, view },
    { kind: 'moments', family: { base, each: [filled] }, by: v.gapsLevel, of, view },
    { kind: 'moments', family: { list: [[base[0], ...each.slice(0, 4)]] }, of, view },
  ])
}
