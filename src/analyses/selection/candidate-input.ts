import type { SettledSelectSpec, Splits, Variable } from '#core'
import type { CandidateStep, LevelsToo, RankStep, Series, SubsetStep } from '#methods'
import type { SearchUnits } from './search-units.ts'

/** The parts of a criterion's step that are the same for all candidates and selected columns. */
export type StepContext = Omit<CandidateStep, 'candidates' | 'names' | 'selected' | 'sums'> &
  Pick<SubsetStep, 'recuts' | 'splitBy'> &
  LevelsToo &
  Pick<RankStep, 'groupOf' | 'event' | 'targets'>

/** The candidates of a criterion, with the context of its steps. */
export interface CandidateInput {
  readonly features: readonly Variable[]
  readonly names: readonly string[]
  readonly context: StepContext
  /** The splits of the rows on which a function is scored. */
  readonly splits?: Splits
}

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
