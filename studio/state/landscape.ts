import type { ListedSets } from '#analyses/client'
import type { RankResult } from '#core'
import type { Question } from './answers.svelte.ts'
import { relevanceQuestion } from './questions.ts'
import { isMisleading } from './rank-columns.ts'
import type { Studio } from './studio.svelte.ts'
import { targetSpecOf } from './workspace-columns.ts'

/** The most columns whose subsets are looked at: a million sets. */
export const mostColumns = 20

/**
 * What sets are weighed by: information about the target against noise, or against what the columns say of
 * each other.
 */
export const pairs = ['noise', 'redundancy'] as const
export type Pair = (typeof pairs)[number]

/** The criteria of a pair: of the first more is better, of the second less. */
const criteria = {
  noise: { criterion: 'mi-dt:alpha=1,beta=0,mi=joint-mi', pareto: 'delta-test' },
  redundancy: { criterion: 'joint-mi', pareto: 'multi-information' },
} as const

/** Whether distances between rows can be looked at: columns and target are numbers. */
export function canBeNoise({ facts, workspace }: Studio, columns: readonly string[]): boolean {
  const numeric = new Set(facts?.columns.flatMap(({ name, type }) => (type === 'numeric' ? [name] : [])))
  return [...columns, workspace.target ?? ''].every((name) => numeric.has(name))
}

/** The pair that is asked for, or that suits. */
export function pairOf(studio: Studio, columns: readonly string[]): Pair {
  const { by } = studio.workspace.landscape
  const canBe = canBeNoise(studio, columns)
  return by === 'redundancy' || !canBe ? 'redundancy' : 'noise'
}

/** The ranking that says which columns are the most relevant; null where they are named. */
export function columnsQuestion(studio: Studio): Question<'rank'> | null {
  return namedColumns(studio).length > 0 ? null : relevanceQuestion(studio)
}

/** The columns that are named, of those that may be chosen. */
export function namedColumns({ workspace: { landscape }, features }: Studio): readonly string[] {
  const known = new Set(features)
  return landscape.columns.filter((name) => known.has(name))
}

/** Whether so many columns make a landscape. */
export function areFew({ length }: readonly string[]): boolean {
  return length >= 2 && length <= mostColumns
}

/** The columns whose subsets are looked at, in the order of the data; null as long as they are not known. */
export function landscapeColumns(studio: Studio, ranking: RankResult | null): readonly string[] | null {
  const given = namedColumns(studio)
  const chosen = new Set(given.length > 0 ? given : ranking ? mostRelevant(studio, ranking) : [])
  return given.length > 0 || ranking ? studio.features.filter((name) => chosen.has(name)) : null
}

function mostRelevant(
  { workspace: { landscape } }: Studio,
  { rankings, columns }: RankResult,
): readonly string[] {
  const apart = new Set(
    columns.flatMap(({ name, setApart, findings = [] }) =>
      setApart !== undefined || findings.some(({ kind }) => isMisleading(kind) || kind === 'copy')
        ? [name]
        : [],
    ),
  )
  const most = Math.max(2, Math.min(mostColumns, Math.round(landscape.most)))
  return rankings[0].scores
    .filter(({ feature, rank, fewRows }) => rank !== null && !fewRows && !apart.has(feature))
    .slice(0, most)
    .map(({ feature }) => feature)
}

/** The sets of so many columns. */
export function levelQuestion(
  { workspace }: Studio,
  columns: readonly string[],
  pair: Pair,
  size: number,
): Question<'listSets'> {
  return [
    'listSets',
    columns,
    {
      ...targetSpecOf(workspace),
      ...criteria[pair],
      // With k numbers would count in more bins for small sets: sets of all sizes are to be of the same.
      search: `exhaustive:from=${size},to=${size}`,
      landscape: 'all',
      asIs: true,
    },
  ]
}

/**
 * The same as one selection, which a command repeats. Redundancy is left out: a selection by
 * multi-information seeks it, and its front would be another than the one on screen.
 */
export function landscapeQuestion(studio: Studio, ranking: RankResult | null): Question<'select'> | null {
  const columns = landscapeColumns(studio, ranking)
  const { target } = studio.workspace
  if (!columns || !areFew(columns) || target === null) return null
  const wanted = new Set(columns)
  const drop = studio.facts!.columns.flatMap(({ name }) =>
    wanted.has(name) || name === target ? [] : [name],
  )
  const pair = pairOf(studio, columns)
  const { criterion, pareto } = criteria[pair]
  return [
    'select',
    {
      ...targetSpecOf(studio.workspace),
      drop,
      criterion,
      ...(pair === 'noise' && { pareto }),
      search: 'exhaustive',
      landscape: 'all',
      asIs: true,
    },
  ]
}

/** Sets that were counted, as numbers that grow. */
export class CountedSets {
  readonly names: readonly string[]
  readonly x: Float64Array
  readonly y: Float64Array
  readonly masks: Uint32Array
  readonly sizes: Uint8Array
  count = 0

  constructor(names: readonly string[]) {
    const all = 2 ** names.length - 1
    this.names = names
    this.x = new Float64Array(all)
    this.y = new Float64Array(all)
    this.masks = new Uint32Array(all)
    this.sizes = new Uint8Array(all)
  }

  get total(): number {
    return this.x.length
  }

  add({ masks, first, second }: ListedSets, size: number): void {
    for (let i = 0; i < masks.length; i++) {
      this.x[this.count] = first[i]!
      this.y[this.count] = second[i]!
      this.masks[this.count] = masks[i]!
      this.sizes[this.count] = size
      this.count++
    }
  }

  /** The columns of a set. */
  namesOf(place: number): readonly string[] {
    return this.names.filter((_, bit) => (this.masks[place] >> bit) & 1)
  }
}

/** The weights of a landscape; an address may hold others than there are. */
export function weightsOf({ landscape: { alpha, beta } }: Studio['workspace']): {
  readonly alpha: number
  readonly beta: number
} {
  const weight = (given: number) => (given >= 0 && given <= mostWeight ? given : 1)
  return { alpha: weight(alpha), beta: weight(beta) }
}

/** The largest weight. */
export const mostWeight = 2
