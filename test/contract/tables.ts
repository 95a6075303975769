import { MemorySource, tableFromColumns } from 'criba'
import type { FeatureScore, RankCriterion, RankResult, Source, Table } from 'criba'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

export type Cell = number | string | null
export type Columns = readonly (readonly [name: string, cells: readonly Cell[]])[]

/** A table that a method can rank, and the spec. */
export interface Case {
  readonly name: string
  readonly columns: Columns
  readonly target: string | null
  readonly features: readonly string[]
  readonly spec: RankSpec
}

/** Mulberry32: numbers in [0, 1) that are the same everywhere. */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const result = values.slice()
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other], result[last]]
  }
  return result
}

/** Whether the time of a row ended with the event, where the target is a time. */
const eventColumn = 'died'
/** The blocks of rows, where a method reads them. */
const blockColumn = 'pair'
/** The target beside `outcome`, where a method reads several. */
const secondTarget = 'second'

/** The kinds of target for a test, by the facts of the method. */
export type TargetKind =
  | 'none'
  | 'numeric'
  | 'several numbers'
  | 'two classes'
  | 'three classes'
  | 'classes as numbers'
  | 'time until an event'

const ofEvents = 'time until an event'

export function targetKinds({ target, twoClasses, options }: RankCriterion): readonly TargetKind[] {
  switch (target) {
    case null:
      return ['none']
    case 'values':
    case 'distances':
      return ['numeric']
    case 'events':
      return ['time until an event']
    case 'several':
      return ['several numbers']
    case 'levels':
    case 'either':
      return [
        'numeric',
        'two classes',
        'three classes',
        ...(takesEvents(options) ? ([ofEvents] as const) : []),
      ]
    case 'classes':
      return twoClasses
        ? ['two classes', 'classes as numbers']
        : ['two classes', 'three classes', 'classes as numbers']
  }
}

/** Whether a learner of events is among those that an option names. */
export function takesEvents({ learner }: RankCriterion['options']): boolean {
  return learner !== undefined && 'of' in learner && learner.of.includes('cox')
}

export function casesOf(
  criterion: RankCriterion,
  options: { rows?: number; seed?: number } = {},
): readonly Case[] {
  return targetKinds(criterion).map((kind) => caseOf(criterion, kind, options))
}

/** Options under which a method does the same in less time, but for those that a test is about. */
export function briefOptions(
  { options }: RankCriterion,
  ...except: readonly string[]
): Record<string, number> {
  const brief = Object.entries({ penalties: 6, trees: 10, repeats: 2, folds: 2 })
  return Object.fromEntries(
    brief.filter(
      ([name]) =>
        !except.includes(name) && Object.hasOwn(options, name) && !needsOther(options[name], options),
    ),
  )
}

/** Whether an option is read only beside an option that does not have its default. */
function needsOther(rule: RankCriterion['options'][string], options: RankCriterion['options']): boolean {
  return Object.entries(rule.only ?? {}).some(
    ([other, values]) => !values.includes(options[other].default as string),
  )
}

/** Features of every type that the method takes, related to the target and unrelated, with ties and without, all 0 or more. */
export function caseOf(
  criterion: RankCriterion,
  kind: TargetKind,
  { rows = 64, seed = 1 }: { rows?: number; seed?: number } = {},
): Case {
  const random = randomOf(seed)
  const group = Array.from({ length: rows }, (_, row) => (row < 9 ? row % 3 : Math.floor(random() * 3)))
  const columns: [string, Cell[]][] = []
  if (criterion.features.numeric) {
    columns.push(['signal', group.map((g) => 1 + g + 2 * random())])
    columns.push(['noise', group.map(() => 10 * random())])
    columns.push(['counts', group.map((g) => Math.floor(4 * random()) + (random() < 0.3 ? g : 0))])
    columns.push(['spread', group.map((g) => 5 + (1 + 3 * g) * (random() - 0.5))])
  }
  if (criterion.features.categorical) {
    columns.push(['colour', group.map((g) => (random() < 0.6 ? ['red', 'green', 'blue'][g] : 'grey'))])
    columns.push(['letter', group.map(() => 'abcde'[Math.floor(5 * random())])])
  }
  const features = columns.map(([name]) => name)
  const cells = targetCells(kind, group, random)
  const options = briefOptions(criterion)
  const isBrief = Object.keys(options).length > 0
  const spec: RankSpec = { by: [isBrief ? { method: criterion.id, options } : criterion.id] }
  if (!cells) return { name: 'no target', columns, target: null, features, spec }
  // The target is in the middle, so that no code can rely on its place.
  columns.splice(1, 0, ['outcome', cells])
  if (kind === 'several numbers') columns.push([secondTarget, group.map((g) => 1000 * (random() - g))])
  if (kind === 'time until an event') columns.push([eventColumn, group.map(() => (random() < 0.7 ? 1 : 0))])
  const blocked = criterion.readsBlocks && { block: blockColumn }
  if (blocked) columns.push([blockColumn, group.map((_, row) => `p${row % 16}`)])
  const task =
    kind === 'numeric' ? 'regression' : kind === 'time until an event' ? 'survival' : 'classification'
  if (kind === 'several numbers')
    return {
      name: `${kind} as target`,
      columns,
      target: 'outcome',
      features,
      spec: { ...spec, target: ['outcome', secondTarget] },
    }
  return {
    name: `${kind} as target`,
    columns,
    target: 'outcome',
    features,
    spec: {
      ...spec,
      ...blocked,
      target: 'outcome',
      ...(task === 'survival' && { event: eventColumn }),
      task,
    },
  }
}

function targetCells(kind: TargetKind, group: readonly number[], random: () => number): Cell[] | null {
  switch (kind) {
    case 'none':
      return null
    case 'numeric':
    case 'several numbers':
      return group.map((g) => g + 3 * random())
    case 'time until an event':
      // Some events come at the same time.
      return group.map((g) => Math.ceil(4 * (g + 3 * random())))
    case 'two classes':
      return group.map((g) => (g > 0 ? 'yes' : 'no'))
    case 'three classes':
      return group.map((g) => ['low', 'middle', 'top'][g])
    case 'classes as numbers':
      return group.map((g) => (g > 0 ? 7 : 3))
  }
}

/** Whether the method reads only levels, so that its scores are functions of counts. */
export function countsRows({ features }: RankCriterion): boolean {
  return features.numeric !== 'values' && features.numeric !== 'distances'
}

/** Whether the method is a function of entropies, whose sums are exact in any order. */
export function sumsExactly(criterion: RankCriterion): boolean {
  return countsRows(criterion) && !criterion.tables && !criterion.readsBlocks && criterion.target !== 'events'
}

export function tableOf(columns: Columns): Table {
  return tableFromColumns(columns)
}

/**
 * The table as a source whose rows are not read, so that every p-value is that of the distribution, which can be compared.
 * Permutations in place of a distribution in doubt are drawn in results.test.ts.
 */
export function lawSource(table: Table): Source {
  return withoutRows(new MemorySource(table))
}

export function lawSourceOf(columns: Columns): Source {
  return lawSource(tableOf(columns))
}

function withoutRows(source: MemorySource): Source {
  return Object.defineProperties(source, {
    name: { value: 'clickhouse' },
    rowsAtHand: { value: false },
    withGroups: {
      value: (...group: Parameters<MemorySource['withGroups']>) =>
        withoutRows(MemorySource.prototype.withGroups.apply(source, group)),
    },
  })
}

export async function scoresOf(columns: Columns, spec: RankSpec): Promise<Map<string, FeatureScore>> {
  return byFeature(await rank(lawSourceOf(columns), spec))
}

export function byFeature({ rankings }: RankResult): Map<string, FeatureScore> {
  return new Map(rankings[0].scores.map((score) => [score.feature, score]))
}

export function cellsOf(columns: Columns, name: string): readonly Cell[] {
  return columns.find(([known]) => known === name)![1]
}

export function withCells(columns: Columns, name: string, cells: readonly Cell[]): Columns {
  if (!columns.some(([known]) => known === name)) return [...columns, [name, cells]]
  return columns.map(([known, old]) => [known, known === name ? cells : old])
}

export function only(columns: Columns, names: readonly (string | null)[]): Columns {
  const needed = [...names, eventColumn, blockColumn, secondTarget]
  return columns.filter(([name]) => needed.includes(name))
}

/** The rows at these places, in this order. */
export function takeRows(columns: Columns, places: readonly number[]): Columns {
  return columns.map(([name, cells]) => [name, places.map((place) => cells[place])])
}

export function rowsOf(columns: Columns): readonly number[] {
  return columns[0][1].map((_, row) => row)
}

export function completeRows(columns: Columns): readonly number[] {
  return rowsOf(columns).filter((row) => columns.every(([, cells]) => cells[row] !== null))
}

/** Repeats each row as often as its weight. */
export function repeatRows(columns: Columns, weights: readonly number[]): Columns {
  return takeRows(
    columns,
    weights.flatMap((weight, row) => new Array<number>(weight).fill(row)),
  )
}

/** Makes a share of the cells of some columns missing. */
export function pierce(columns: Columns, names: readonly string[], share: number, seed: number): Columns {
  const random = randomOf(seed)
  return columns.map(([name, cells]) => [
    name,
    names.includes(name) ? cells.map((cell) => (random() < share ? null : cell)) : cells,
  ])
}

export function isNumeric(columns: Columns, name: string): boolean {
  return cellsOf(columns, name).every((cell) => cell === null || typeof cell === 'number')
}
