import type { GraphChart, PairInteraction } from '#core'
import { clean } from '../text.ts'
import { firstOf } from './columns-of-report.ts'
import { sentence, shownOf } from './wording.ts'

/** The most columns of a graph, and the most pairs drawn as edges. */
export const mostNodes = 25
const mostEdges = 60

/**
 * The strongest pairs, half of them above 0 and half below, the strongest first; more of the one where the
 * other has fewer.
 */
export function strongestPairs(pairs: readonly PairInteraction[], most: number): readonly PairInteraction[] {
  const sorted = pairs.toSorted((a, b) => Math.abs(b.interaction) - Math.abs(a.interaction))
  const above = sorted.filter(({ interaction }) => interaction > 0)
  const below = sorted.filter(({ interaction }) => interaction < 0)
  const half = Math.ceil(most / 2)
  const kept = new Set([
    ...above.slice(0, Math.max(half, most - below.length)),
    ...below.slice(0, Math.max(most - half, most - above.length)),
  ])
  return sorted.filter((pair) => kept.has(pair))
}

/** The columns of the strongest pairs, in turn of one above 0 and of one below. */
export function columnsOfPairs(pairs: readonly PairInteraction[], most: number): readonly string[] {
  const sorted = strongestPairs(pairs, pairs.length)
  const above = sorted.filter(({ interaction }) => interaction > 0)
  const below = sorted.filter(({ interaction }) => interaction < 0)
  const inTurn = sorted.flatMap((_, i) => [above[i], below[i]].filter((pair) => pair !== undefined))
  return firstOf(
    most,
    [...inTurn, ...pairs].flatMap(({ a, b }) => [a, b]),
  )
}

/**
 * The interactions of pairs as a graph: the columns with their own information, and the strongest pairs
 * between them.
 */
export function synergyGraph(
  pairs: readonly PairInteraction[],
  {
    target,
    units,
    all,
    chosen = new Set(),
  }: {
    readonly target: string
    readonly units: string
    /** How many columns there are. */
    readonly all: number
    readonly chosen?: ReadonlySet<string>
  },
): GraphChart {
  const own = new Map<string, number>()
  for (const { a, b, iA, iB } of pairs) {
    // Where values are missing a column has another number in each pair: that of its most informative one is
    // shown.
    own.set(a, Math.max(own.get(a) ?? -Infinity, iA))
    own.set(b, Math.max(own.get(b) ?? -Infinity, iB))
  }
  const drawn = strongestPairs(pairs, mostEdges)
  return {
    kind: 'graph',
    name: 'synergy',
    title: `Synergy and redundancy of pairs about ${clean(target)}`,
    caption: sentence(
      `an edge is I(a,b;Y) − I(a;Y) − I(b;Y) in ${units}: above 0 two columns tell more together than apart, below 0 they repeat each other; a node is the information of the column alone; ${shownOf(own.size, all, 'column')} and ${shownOf(drawn.length, pairs.length, 'pair')}, the strongest above and below 0`,
    ),
    value: { label: `interaction (${units})` },
    nodes: [...own].map(([name, value]) => ({
      name,
      value,
      ...(chosen.has(name) && { chosen: true as const }),
    })),
    edges: drawn.map(({ a, b, interaction }) => ({ a, b, value: interaction })),
  }
}
