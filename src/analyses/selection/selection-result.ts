import { applicableOptions, columnSetAside, firstFew, version } from '#core'
import type {
  ResolvedSelectSpec,
  ScoredSet,
  SelectionStep,
  SelectResult,
  SetAside,
  SettledSelectSpec,
  Warning,
} from '#core'
import { unitsOf } from '#methods'
import type { Because, Move, ScoredMembers, SetAsideCandidate, UntestedCandidate } from '#methods'
import { dataFacts, missingWarnings } from '../scope/scope.ts'
import { rowsInWords } from '../scope/gap-policy.ts'
import { usedRows } from '../scope/used-rows.ts'
import { weightWarnings } from '../scope/weights.ts'
import { scorersOf } from './chosen-selection.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { showScores, signOf } from './running-search.ts'
import type { SearchHistory } from './running-search.ts'
import type { Scorer } from './scorer.ts'
import type { RunningSearch, ScoreParts } from './search-setup.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'

/** A search that has ended. */
interface EndedSearch {
  readonly settled: SettledSelectSpec
  readonly chosen: ChosenSelection
  readonly prepared: PreparedSelection
  readonly searchUnits: SearchUnits
  readonly history: SearchHistory
  readonly running: Pick<RunningSearch, 'scores' | 'scoredUnits'>
  /** How many units the search had to find besides those kept. */
  readonly k: number | null
}

/** The result of a search: columns by name, scores with their own sign. */
export function resultOf({
  settled,
  chosen,
  prepared,
  searchUnits,
  history,
  running: { scores: found, scoredUnits },
  k,
}: EndedSearch): Omit<SelectResult, 'columns' | 'seconds'> {
  const { criterion, options, can } = chosen.scorer
  const { positions, parts, scores, last, ending } = history
  const { all, scope, policy, facts, codings, names } = prepared
  const sign = signOf(criterion)
  const show = showScores(criterion, searchUnits)
  const steps = positions.flatMap(({ move }, i) =>
    move ? [stepOf(move, searchUnits.names, show(move.merit, scores[i]), parts[i])] : [],
  )
  const namesOf = (chosenUnits: readonly number[]) =>
    columnsOf(searchUnits, chosenUnits).map((column) => names[column])
  return {
    criba: version,
    command: 'select',
    data: { ...dataFacts(all, facts), ...usedRows(scope, policy, found.rows) },
    spec: resolvedSpec(settled, chosen, prepared),
    coding: codings.shown,
    method: chosen.method,
    options: applicableOptions(criterion.options, options),
    better: criterion.better,
    units: withCosts(unitsOf(criterion, options, facts.task), criterion.better, searchUnits.costs),
    selected: namesOf(last?.selected ?? []),
    steps,
    setAside: [
      ...positions.flatMap(({ setAside }) =>
        // A search of several paths may set a column aside on one of them, and choose it on another.
        setAside && !last?.selected.includes(setAside.candidate)
          ? [setAsideOf(setAside, searchUnits, names, { target: facts.name, always: settled.given })]
          : [],
      ),
      ...leftOut(found, columnsOf(scoredUnits.searchUnits, last?.selected ?? []), scoredUnits.names),
    ],
    score: last && !Number.isNaN(last.merit) ? show(last.merit, steps.at(-1)?.score) : null,
    evaluations: found.evaluations,
    // The k of a search does not include the columns kept.
    stopped: ending.stopped === `k = ${k}` ? `k = ${settled.k}` : ending.stopped,
    ...(found.path && { path: found.path }),
    ...((settled.landscape !== null || chosen.second) && {
      landscape: (ending.best ?? []).map((set) => {
        // The one best set is in the front: then no other sets are listed.
        const isInFront = set.front || (chosen.second !== null && settled.landscape === 1)
        const marked = isInFront ? { ...set, front: true as const } : set
        return scoredSet(marked, namesOf(set.members), sign, chosen.second?.criterion)
      }),
    }),
    warnings: [
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...(can.count ? missingWarnings(scope, policy, found.rows?.most, rowsInWords(scorersOf(chosen))) : []),
      ...prepared.warnings,
      ...(found.warnings?.values() ?? []),
      ...(settled.landscape === null ? tiedWarnings(ending.tied ?? 0) : []),
      ...(ending.failure ? [{ code: 'unreachable' as const, message: ending.failure.message }] : []),
      ...untestedWarnings(positions, ending.untested ?? [], searchUnits.names),
    ],
  }
}

/** Warns of sets as good as the chosen one, where they are not listed. */
function tiedWarnings(others: number): readonly Warning[] {
  if (others === 0) return []
  const sets = others === 1 ? 'another set scores' : `${others} other sets score`
  const message = `${sets} as well: ties are broken by the fewest columns, then by the order of the data (a landscape lists them)`
  return [{ code: 'ties', message }]
}

/** The most columns given that a reason names. */
const mostGiven = 6

/** Warns of columns that could not be tested, and of those chosen that some tests could not judge. */
function untestedWarnings(
  positions: SearchHistory['positions'],
  chosen: readonly UntestedCandidate[],
  names: readonly string[],
): readonly Warning[] {
  const out = positions.flatMap(({ setAside }) =>
    setAside?.lacking === undefined ? [] : [names[setAside.candidate]],
  )
  const few = chosen.map(({ candidate, lacking, tests }) =>
    tests === 1 ? names[candidate] : `${names[candidate]} ${lacking} of ${tests}`,
  )
  return [
    ...untested(out, (columns) => `too few rows to test, so left out: ${columns}`),
    ...untested(few, (columns) => `chosen, though tests given other columns lack rows: ${columns}`),
  ]
}

function untested(columns: readonly string[], inWords: (columns: string) => string): readonly Warning[] {
  return columns.length > 0 ? [{ code: 'untested', message: inWords(firstFew(columns, 8)) }] : []
}

/** The spec with every default filled in, and every name with its options. */
function resolvedSpec(
  settled: SettledSelectSpec,
  { method, scorer, search, stop, cut, second }: ChosenSelection,
  { facts, codings }: PreparedSelection,
): ResolvedSelectSpec {
  return {
    ...settled,
    method: method === scorer.criterion.id ? null : method,
    task: facts.task,
    bins: binsBefore(settled) ? settled.bins : codings.bins,
    criterion: scorer.asSpec,
    search: { method: search.record.id, options: applicableOptions(search.record.options, search.options) },
    stop,
    cut: cut?.text ?? null,
    pareto: second?.asSpec ?? null,
  }
}

/**
 * Whether another method runs first with its own bins: the bins that the search found would change its
 * choice.
 */
function binsBefore({ prefilter, startFrom }: SettledSelectSpec): boolean {
  return prefilter !== null || (startFrom !== null && !Array.isArray(startFrom))
}

/** A set with its score, and with the scores of both criteria where there are two. */
function scoredSet(
  { merit, other, front }: ScoredMembers,
  features: readonly string[],
  sign: 1 | -1,
  second: Scorer['criterion'] | undefined,
): ScoredSet {
  const score = sign * merit
  return {
    features,
    score,
    ...(second && other !== undefined && { scores: [score, signOf(second) * other] as const }),
    ...(front && { front }),
  }
}

/** The units of scores, with the cost where it divides them. */
function withCosts(units: string, better: 'higher' | 'lower', costs: SearchUnits['costs']): string {
  if (costs?.most !== Infinity) return units
  return better === 'higher' ? `${units} / cost` : `${units} × cost`
}

/** The candidates that the criterion itself leaves out. */
function leftOut(
  scores: RunningSearch['scores'],
  selected: readonly number[],
  names: readonly string[],
): SetAside[] {
  const candidates = [...(scores.leftOut?.(selected) ?? [])].filter(
    ([candidate]) => !selected.includes(candidate),
  )
  return candidates
    .sort(([a], [b]) => a - b)
    .map(([candidate, because]) => ({
      feature: names[candidate],
      because: typeof because === 'number' ? names[selected[because]] : because,
    }))
}

/** A unit that was set aside, beside the selected columns or by a test given some of them. */
function setAsideOf(
  { candidate, because, pValue, isUndecided = false, given, lacking }: SetAsideCandidate,
  searchUnits: SearchUnits,
  columns: readonly string[],
  { target, always }: { readonly target: string; readonly always: readonly string[] },
): SetAside {
  const feature = searchUnits.names[candidate]
  if (given) {
    const others = [...columnsOf(searchUnits, given).map((column) => columns[column]), ...always]
    const beside = others.length > 0 ? ` given ${firstFew(others, mostGiven)}` : ''
    return lacking === undefined
      ? { ...columnSetAside(feature, `independent of ${target}${beside}`, { pValue }), given: others }
      : { ...columnSetAside(feature, `too few rows to test it${beside}: ${lacking}`), given: others }
  }
  return {
    ...columnSetAside(feature, reasonInWords(because, isUndecided, columns), { pValue }),
    ...(isUndecided && { tooFewRows: true as const }),
  }
}

/** A move as a step of the result. */
export function stepOf(
  { action, candidate, runnerUp, gap, tie, pValue, by, within, qValue, f }: Move,
  names: readonly string[],
  score: number,
  { relevance, redundancy, synergy }: ScoreParts,
): SelectionStep {
  return {
    action,
    feature: names[candidate],
    score,
    ...(relevance !== undefined && { relevance }),
    ...(redundancy !== undefined && { redundancy }),
    ...(synergy !== undefined && { synergy }),
    ...(f !== undefined && { f }),
    ...(pValue !== undefined && { pValue }),
    ...(by && { pFrom: by }),
    ...(within !== undefined && { pWithin: within }),
    ...(qValue !== undefined && { qValue }),
    ...(runnerUp !== null && { runnerUp: names[runnerUp], gap }),
    ...(tie && { tie: true }),
  }
}

/** Why a candidate was set aside: the selected column beside which it was tested, or a sentence. */
function reasonInWords(because: Because, isUndecided: boolean, columns: readonly string[]): string {
  if (typeof because === 'number') return columns[because]
  if (isUndecided) {
    const what = because === null ? 'its information' : 'what it adds to the chosen columns together'
    return `${what} is significant by itself, not among so many columns`
  }
  return because === null
    ? 'it has no significant information about the target'
    : 'it adds nothing significant to the chosen columns together'
}
