import type { Division } from '../../dist/src/core/statistics/division.js'
import type { Variable, View } from 'criba'
import { coded, columns, oddTexts } from './tables.ts'

/** Odd texts as levels. */
export const byUnit = [...oddTexts]
const manyLevels = Array.from({ length: 400 }, (_, i) => `level ${i}`)

/** Permutations by column. */
export type Permutations = Readonly<Record<number, NonNullable<Variable['permuted']>>>

/** A view, and columns that are read permuted. */
export interface Reading {
  readonly view: View
  readonly permuted: Permutations
}

/** A variable, permuted if its column is. */
export const permute = (variable: Variable, permuted: Permutations): Variable =>
  variable.column in permuted ? { ...variable, permuted: permuted[variable.column] } : variable

/** Variables of every coding over the columns of a random table. */
export function codedVariables(permuted: Permutations = {}): Record<string, Variable> {
  const variables: Record<string, Variable> = {
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
  return Object.fromEntries(Object.entries(variables).map(([name, one]) => [name, permute(one, permuted)]))
}

const targetPermuted: Permutations = { [columns.target]: { seed: 7, number: 3 } }

/** Folds of rows, folds of a fold, folds by permuted columns, and parts of the source. */
function samplesOf(): Readonly<Record<string, Reading>> {
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
  const permutedBy = permute(by, targetPermuted)
  const permutedText = permute(together, { [columns.gappyText]: { seed: 1, number: 2 } })
  const permutedTimes = permute(along, { [columns.smooth]: { seed: 2, number: 1 } })
  const train = fold({}, 'train', by)
  const part: View = { sample: { ...train.sample!, isSource: true } }
  const plain: Record<string, View> = {
    train,
    test: fold({}, 'test', by),
    weightedTest: fold(weighted, 'test', by),
    weightedTrain: fold(weighted, 'train'),
    innerTest: fold(train, 'test', by),
    part,
    foldOfPart: fold(part, 'test', by),
    permutedGroups: sample({}, 'test', {
      folds: 3,
      by: permutedBy,
      together: permutedText,
    } as Division),
    permutedTimes: sample({ complete: [columns.gaps] }, 'test', {
      folds: 3,
      along: permutedTimes,
    } as Division),
    groupsTest: sample(weighted, 'test', { folds: 3, together } as Division),
    stratifiedGroupsTrain: sample({}, 'train', { folds: 4, together, by } as Division),
    laterTest: sample(weighted, 'test', { folds: 3, along } as Division),
    earlierTrain: sample({}, 'train', { folds: 3, along } as Division),
    shareTrain: sample({}, 'train', { share: 0.3, by } as Division),
    latestShare: sample({}, 'test', { share: 0.3, along } as Division),
  }
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, view]) => [name, { view, permuted: {} }])),
    permutedTrain: { view: fold({}, 'train', permutedBy), permuted: targetPermuted },
    permutedInPart: { view: part, permuted: targetPermuted },
    permutedInFoldOfPart: { view: fold(part, 'train', permutedBy), permuted: targetPermuted },
    permutedInPartOfPart: {
      view: { sample: { ...fold(part, 'train').sample!, isSource: true } },
      permuted: targetPermuted,
    },
  }
}

const samples = samplesOf()

const plainViews: Readonly<Record<string, View>> = {
  all: {},
  whole: { weights: columns.whole },
  complete: { complete: [columns.target, columns.gaps, columns.smooth] },
  wholeComplete: { weights: columns.whole, complete: [columns.gappyText] },
  once: { weights: columns.whole, once: true },
  onceComplete: { weights: columns.fractional, once: true, complete: [columns.gappyText] },
  nothing: { complete: [columns.empty] },
}

/** Views by name: all rows, weights, complete rows, folds, parts; and permutations of one or two columns. */
export const readings: Readonly<Record<string, Reading>> = {
  ...Object.fromEntries(Object.entries(plainViews).map(([name, view]) => [name, { view, permuted: {} }])),
  permuted: { view: {}, permuted: targetPermuted },
  permutedComplete: {
    view: { complete: [columns.gaps] },
    permuted: { [columns.target]: { seed: 7, number: 1 } },
  },
  ...samples,
  permutedText: {
    view: { weights: columns.folds },
    permuted: { [columns.gappyText]: { seed: 1, number: 2 } },
  },
  permutedTwo: {
    view: {},
    permuted: { ...targetPermuted, [columns.gappyText]: { seed: 7, number: 3 } },
  },
}

/** Those that resample: an engine answers them by queries only where memory is not available. */
export const resampled = Object.keys(readings).filter(
  (name) => readings[name].view.sample ?? Object.keys(readings[name].permuted).length > 0,
)

/** Some of them: all rows, rows once, weights, folds by columns and by permuted ones, parts of parts, permutations. */
export const someReadings: readonly string[] = [
  'all',
  'onceComplete',
  'weightedTest',
  'stratifiedGroupsTrain',
  'permutedInPartOfPart',
  'permutedTwo',
]

/** Few of them, where one source differs from another only in how it answers. */
export const fewReadings: readonly string[] = ['onceComplete', 'weightedTest', 'permutedInPartOfPart']

/** Fractional weights: sums of doubles, which agree to a tolerance. */
export const fractional: Reading = { view: { weights: columns.fractional }, permuted: {} }
