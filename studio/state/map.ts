import type { FindingKind, GroupsResult, Interactions, PairInteraction, RankResult, SampledRows } from '#core'
import type { Question } from './answers.svelte.ts'
import { relevanceQuestion } from './questions.ts'
import type { Studio } from './studio.svelte.ts'
import { targetSpecOf } from './workspace-columns.ts'

/** So many columns are drawn, the most relevant ones; the set and what is marked besides, up to `all`. */
const most = { relevant: 60, all: 100 } as const

/** What says of a column that its information is of single rows, not of the target. */
const ofRows = new Set(['identifier', 'group-identifier', 'free-text'])
/** What says that a column is the target itself, or was known after it. */
const ofTarget = new Set(['leak', 'target-copy'])

/** The columns of the map. */
export interface MapColumns {
  /** In the order of the table. */
  readonly names: readonly string[]
  /** Left out because they tell rows apart. */
  readonly apart: readonly string[]
  /** Those that say too much. */
  readonly leaks: readonly { readonly name: string; readonly kind: FindingKind; readonly message: string }[]
  /** How many others are left out because they are less relevant. */
  readonly less: number
}

export function columnsOfMap({ workspace }: Studio, rank: RankResult): MapColumns {
  const { scored, relevant, apart, leaks, order } = ranked(rank)
  const drawn = new Set(relevant.slice(0, most.relevant))
  for (const name of [...workspace.set, ...workspace.marks])
    if (scored.has(name) && drawn.size < most.all) drawn.add(name)
  const inTable = (a: string, b: string) => order.get(a)! - order.get(b)!
  return {
    names: [...drawn].sort(inTable),
    apart: apart.filter((name) => !drawn.has(name)),
    leaks: leaks.filter(({ name }) => drawn.has(name)),
    less: relevant.slice(most.relevant).filter((name) => !drawn.has(name)).length,
  }
}

/** What a ranking says of all columns, found once: there may be many. */
interface Ranked {
  readonly scored: ReadonlySet<string>
  /** The most relevant first, without those that tell rows apart. */
  readonly relevant: readonly string[]
  readonly apart: readonly string[]
  readonly leaks: MapColumns['leaks']
  readonly order: ReadonlyMap<string, number>
}
const known = new WeakMap<RankResult, Ranked>()

function ranked(rank: RankResult): Ranked {
  const found = known.get(rank)
  if (found) return found
  const { rankings, columns } = rank
  const apart = columns.flatMap(({ name, setApart, findings = [] }) =>
    setApart || findings.some(({ kind }) => ofRows.has(kind)) ? [name] : [],
  )
  const tellRows = new Set(apart)
  const scored = rankings[0].scores.flatMap(({ feature, score }) => (score === null ? [] : [feature]))
  const made = {
    scored: new Set(scored),
    relevant: scored.filter((name) => !tellRows.has(name)),
    apart,
    leaks: columns.flatMap(({ name, findings = [] }) => {
      const leak = findings.find(({ kind }) => ofTarget.has(kind))
      return leak ? [{ name, kind: leak.kind, message: leak.message }] : []
    }),
    order: new Map(columns.map(({ name }, place) => [name, place])),
  }
  known.set(rank, made)
  return made
}

/** What a question about the columns of the map alone begins with. */
function specOf(studio: Studio, names: readonly string[]) {
  const drawn = new Set(names)
  const { target, drop: dropped } = studio.dataSpec
  const out = new Set(dropped)
  const drop = studio
    .facts!.columns.map(({ name }) => name)
    .filter((name) => name !== target && (out.has(name) || !drawn.has(name)))
  return { ...studio.dataSpec, target: target!, ...(drop.length > 0 && { drop }) }
}

/** What the columns of the map tell of the target, alone and in pairs. */
export function mapQuestion(studio: Studio, names: readonly string[]): Question<'interactions'> {
  return ['interactions', specOf(studio, names)]
}

/** The question whose answer the map draws, once it is known which columns those are. */
export function knownMapQuestion(studio: Studio): Question<'interactions'> | null {
  const question = relevanceQuestion(studio)
  const rank = question && studio.known(question)?.value
  return rank ? mapQuestion(studio, columnsOfMap(studio, rank).names) : null
}

/** Which columns of the map may stand in for each other, in the same bins. */
export function mapGroupsQuestion(
  [, spec]: Question<'interactions'>,
  { spec: { bins } }: Interactions,
): Question<'groups'> {
  // Groups of columns have no p-values, for which rows would have to be kept together.
  const { group: _, ...rest } = spec as { readonly group?: string }
  return ['groups', { ...rest, ...(bins !== null && { bins }) }]
}

/** A column of the map. */
interface MapDot {
  readonly name: string
  readonly information: number
  /** From the middle, as a share of the radius: 1 for no information, 0 for the entropy of the target. */
  readonly radius: number
}

/** What the map draws. */
export interface MapData {
  readonly result: Interactions
  /** The most relevant first. */
  readonly dots: readonly MapDot[]
  /** Columns without a row that has a target too. */
  readonly unknown: readonly string[]
  readonly pairOf: (a: string, b: string) => PairInteraction | null
  /** 1 − similarity, by the places of two dots. */
  readonly distance: (a: number, b: number) => number
}

export function mapDataOf(result: Interactions): MapData {
  const { alone, pairs, targetEntropy } = result
  const dots = alone
    .flatMap(({ feature: name, information }): MapDot[] =>
      information === null
        ? []
        : [{ name, information, radius: Math.min(1, Math.max(0, 1 - information / targetEntropy)) }],
    )
    .sort((a, b) => b.information - a.information)
  const known = new Map(pairs.map((pair) => [JSON.stringify([pair.a, pair.b]), pair]))
  const pairOf = (a: string, b: string) =>
    known.get(JSON.stringify([a, b])) ?? known.get(JSON.stringify([b, a])) ?? null
  const places = new Map(dots.map(({ name }, place) => [name, place]))
  const similarity = new Float64Array(dots.length * dots.length)
  for (const { a, b, similarity: shared } of pairs) {
    const [p, q] = [places.get(a), places.get(b)]
    if (p === undefined || q === undefined) continue
    similarity[p * dots.length + q] = similarity[q * dots.length + p] = shared
  }
  return {
    result,
    dots,
    unknown: alone.flatMap(({ feature, information }) => (information === null ? [feature] : [])),
    pairOf,
    distance: (a, b) => 1 - similarity[a * dots.length + b],
  }
}

/** Groups of two or more columns of the map. */
export function interchangeable({ groups }: GroupsResult): readonly (readonly string[])[] {
  return groups.map(({ members }) => members.map(({ feature }) => feature)).filter(({ length }) => length > 1)
}

/** The marked columns whose joint view is shown: the last two. */
export function jointOf({ workspace, features }: Studio): readonly [string, string] | null {
  const marked = workspace.marks.filter((name) => features.includes(name))
  const [a, b] = marked.slice(-2)
  return b === undefined ? null : [a, b]
}

/** Of more rows than these so many are drawn at random. */
const mostRows = 2000

/** How many rows were drawn at random; all of fewer, of which those without a target are left out. */
export function drawnOf({ rows, drawn }: SampledRows): number {
  return rows > mostRows ? drawn : rows
}

/** The columns of a pair, with the rows that are drawn of them. */
export function jointQuestion(
  { workspace }: Studio,
  pair: readonly [string, string],
): Question<'sampledRows'> {
  return ['sampledRows', [...pair], targetSpecOf(workspace), { most: mostRows, seed: 0 }]
}

/**
 * The marks after a click: the one clicked is the last of two, or no mark any more; with more, of any number.
 */
export function marksAfter(marks: readonly string[], name: string, isMore: boolean): readonly string[] {
  if (marks.includes(name)) return marks.filter((other) => other !== name)
  return isMore ? [...marks, name] : [...marks.slice(-1), name]
}
