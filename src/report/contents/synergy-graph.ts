import type { GraphChart } from '../../trace/chart.ts'
import type { PairInteraction } from '../../trace/interactions.ts'
import { clean } from '../text.ts'
import { sentence, shownOf } from './wording.ts'

/** The most columns of a graph, and the most pairs drawn as edges. */
export const mostNodes = 25
const mostEdges = 60

/** The interactions of pairs as a graph: the columns with their own information, and the strongest pairs between them. */
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
    // Where values are missing a column has another number in each pair: that of its most informative one is shown.
    own.set(a, Math.max(own.get(a) ?? -Infinity, iA))
    own.set(b, Math.max(own.get(b) ?? -Infinity, iB))
  }
  const drawn = pairs
    .toSorted((a, b) => Math.abs(b.interaction) - Math.abs(a.interaction))
    .filter(({ interaction }) => interaction !== 0)
    .slice(0, mostEdges)
  return {
    kind: 'graph',
    name: 'synergy',
    title: `Synergy and redundancy of pairs about ${clean(target)}`,
    caption: sentence(
      `an edge is I(a,b;Y) − I(a;Y) − I(b;Y) in ${units}: above 0 two columns tell more together than apart, below 0 they repeat each other; a node is the information of the column alone; ${shownOf(own.size, all, 'column')} and the ${shownOf(drawn.length, pairs.length, 'pair')} with the largest interactions`,
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
