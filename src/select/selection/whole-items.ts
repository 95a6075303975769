import type { Series } from '../../criteria/step-criterion.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { Items } from './items.ts'
import type { Asked } from './step-problem.ts'

/** What a criterion is asked, and the items as what it scores: columns, or items whole. */
export interface AskedItems {
  readonly asked: Asked
  readonly items: Items
  /** The names of what is scored. */
  readonly names: readonly string[]
}

/**
 * Items as the candidates of a criterion of series: each stands for itself, known by its first point of time, and those
 * kept come last. The order of time is that in which the groups name their columns.
 */
export function wholeItems(
  { asked: { features, question }, items, names }: AskedItems,
  groups: SettledSelectSpec['groups'],
): AskedItems {
  const { members, keptItems, prices } = items
  const all = [...items.names.map((name, item) => [name, members[item]] as const), ...keptItems]
  const placeInTime = new Map(
    Object.values(groups)
      .flat()
      .map((name, place) => [name, place]),
  )
  const timeOf = (column: number) => placeInTime.get(names[column]) ?? 0
  const series = all.map(([name, columns]): Series => {
    const inTime = [...columns].sort((a, b) => timeOf(a) - timeOf(b))
    return { name, points: inTime.map((column) => features[column]) }
  })
  const wholeNames = all.map(([name]) => name)
  const firsts = series.map(({ points: [first] }) => first)
  const keptWhole = keptItems.map(([name], i) => [name, [members.length + i]] as const)
  return {
    asked: {
      features: firsts,
      names: wholeNames,
      question: { ...question, seriesOf: new Map(firsts.map((first, i) => [first, series[i]])) },
    },
    items: {
      names: items.names,
      members: members.map((_, item) => [item]),
      kept: keptWhole.flatMap(([, whole]) => whole),
      keptItems: keptWhole,
      prices,
    },
    names: wholeNames,
  }
}
