import type { Series } from '../../criteria/step-criterion.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { SearchUnits } from './search-units.ts'
import type { Asked } from './step-problem.ts'

/** What a criterion is asked, and the items as what it scores: columns, or items whole. */
export interface RequestedUnits {
  readonly asked: Asked
  readonly searchUnits: SearchUnits
  /** The names of what is scored. */
  readonly names: readonly string[]
}

/**
 * Items as the candidates of a criterion of series: each stands for itself, known by its first point of time, and those
 * kept come last. The order of time is that in which the groups name their columns.
 */
export function wholeUnits(
  { asked: { features, question }, searchUnits, names }: RequestedUnits,
  groups: SettledSelectSpec['groups'],
): RequestedUnits {
  const { members, keptUnits, costs } = searchUnits
  const all = [...searchUnits.names.map((name, unit) => [name, members[unit]] as const), ...keptUnits]
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
  const keptWhole = keptUnits.map(([name], i) => [name, [members.length + i]] as const)
  return {
    asked: {
      features: firsts,
      names: wholeNames,
      question: { ...question, seriesOf: new Map(firsts.map((first, i) => [first, series[i]])) },
    },
    searchUnits: {
      names: searchUnits.names,
      members: members.map((_, unit) => [unit]),
      kept: keptWhole.flatMap(([, whole]) => whole),
      keptUnits: keptWhole,
      costs,
    },
    names: wholeNames,
  }
}
