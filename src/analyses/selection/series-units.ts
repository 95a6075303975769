import type { SettledSelectSpec } from '#core'
import type { Series } from '#methods'
import type { CandidateInput } from './candidate-input.ts'
import type { SearchUnits } from './search-units.ts'

/** The input of a criterion, and the search units as it scores them: by their columns, or whole. */
export interface ScoredUnits {
  readonly input: CandidateInput
  readonly searchUnits: SearchUnits
  /** The names of the candidates. */
  readonly names: readonly string[]
}

/**
 * The units as candidates of a criterion of series: each is one candidate, represented by its first point in
 * time, and those kept come last. The order in time is the order of the columns in the groups.
 */
export function unitsAsSeries(
  { input: { features, context }, searchUnits, names }: ScoredUnits,
  groups: SettledSelectSpec['groups'],
): ScoredUnits {
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
    input: {
      features: firsts,
      names: wholeNames,
      context: { ...context, seriesOf: new Map(firsts.map((first, i) => [first, series[i]])) },
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
