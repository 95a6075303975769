import { pInWords } from '../scope/p-in-words.ts'
import type { StepProblem, SubsetProblem } from '../../search/problem.ts'
import type { Search } from '../../search/search.ts'
import { unknownName } from '../../spec/error.ts'
import type { Finding } from '../../trace/column-record.ts'
import type { Explanation, ExplanationStep, SelectResult } from '../../trace/selection.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { ShowScore } from './shown-score.ts'
import { ownScore } from './running-search.ts'
import type { SearchHistory, RunningSearch } from './running-search.ts'

/** The search unit of the column to explain; null where it is no candidate. */
export function unitToExplain(
  why: string | null,
  { members }: SearchUnits,
  { names, all }: Pick<PreparedSelection, 'names' | 'all'>,
): number | null {
  if (why === null) return null
  if (!all.features.some(({ name }) => name === why)) {
    throw unknownName(
      'column to explain',
      why,
      all.features.map(({ name }) => name),
    )
  }
  const column = names.indexOf(why)
  const unit = members.findIndex((columns) => columns.includes(column))
  return unit < 0 ? null : unit
}

/** The ended search that an explanation is made from. */
interface ExplanationInput {
  readonly feature: string
  readonly unit: number | null
  readonly show: ShowScore
  readonly searchUnits: SearchUnits
  readonly history: SearchHistory
  readonly result: Pick<SelectResult, 'selected' | 'setAside' | 'steps'>
  readonly prepared: Pick<PreparedSelection, 'refused' | 'lacking'>
  /** The columns that the prefilter left out. */
  readonly prefiltered: readonly string[]
  /** The columns that were set apart before the search. */
  readonly apart: ReadonlyMap<string, Finding>
  readonly search: Search
  /** The same search again, to evaluate other candidates of its steps; null where it was interrupted. */
  readonly rerun: Pick<RunningSearch, 'problem' | 'scorer' | 'scoredUnits'> | null
}

/** Explains why a column was chosen or not. */
export async function explain(ended: ExplanationInput): Promise<Explanation> {
  const { feature, unit, result, prepared, prefiltered, apart, rerun } = ended
  const lacking = prepared.lacking.get(feature)
  if (lacking !== undefined) return { feature, explanation: `set apart before the search: it ${lacking}` }
  const refused = prepared.refused.get(feature)
  if (refused !== undefined) return { feature, explanation: `left out before the search: ${refused}` }
  const finding = apart.get(feature)
  if (finding) return { feature, explanation: `set apart before the search: it ${finding.message}` }
  if (prefiltered.includes(feature)) return { feature, explanation: 'left out by the prefilter' }
  if (unit === null) return { feature, explanation: 'kept, as the spec says' }
  const isIn = result.selected.includes(feature)
  if (ended.search.takes === 'subset') {
    const explanation = isIn ? 'in the set chosen' : 'not in the set chosen'
    const sets =
      rerun?.problem.takes === 'subset' && (await scoreWithAndWithout(ended, rerun.problem.sets, unit, isIn))
    return { feature, explanation, ...sets }
  }
  const steps =
    rerun?.problem.takes === 'step' ? await scoreAtEachStep(ended, rerun.problem.steps, rerun, unit) : []
  const name = ended.searchUnits.names[unit]
  const aside = result.setAside.find((other) => other.feature === name)
  if (isIn) {
    const joined = result.steps.findIndex((step) => step.feature === name)
    return {
      feature,
      explanation: joined < 0 ? 'the search started with it' : `joined at step ${joined + 1}`,
      steps,
    }
  }
  if (aside) {
    const pValue = aside.pValue === undefined ? '' : ` (${pInWords(aside.pValue)})`
    const isColumn = result.selected.includes(aside.because)
    return {
      feature,
      explanation: `${isColumn ? `no gain beside ${aside.because}` : aside.because}${pValue}`,
      steps,
    }
  }
  return {
    feature,
    explanation: rerun ? describeNearest(steps) : 'not chosen yet when the search was interrupted',
    steps,
  }
}

/** The step at which it came nearest to the best candidate. */
function describeNearest(steps: readonly ExplanationStep[]): string {
  const scored = steps.filter(({ gap }) => gap !== null)
  if (scored.length === 0) return 'it was scored at no step'
  const { step, gap, joined } = scored.reduce((best, other) => (other.gap! < best.gap! ? other : best))
  const far = gap === Infinity ? 'infinitely far' : Number(gap!.toPrecision(3))
  return `never the best; nearest at step ${step}, ${far} behind ${joined}`
}

/** Its score at each step until it joined; a ranking scores every column without others. */
async function scoreAtEachStep(
  { show, searchUnits, history, search }: ExplanationInput,
  problem: StepProblem,
  { scorer, scoredUnits }: Pick<RunningSearch, 'scorer' | 'scoredUnits'>,
  unit: number,
): Promise<readonly ExplanationStep[]> {
  const moves = history.positions.flatMap(({ move, selected }, i) =>
    move ? [{ move, selected, own: history.scores[i] }] : [],
  )
  // A lazy search may have kept only a bound for it, so it is scored as the only candidate.
  const others = new Set(searchUnits.members.keys())
  others.delete(unit)
  const steps: ExplanationStep[] = []
  for (const [i, { move, selected, own }] of moves.entries()) {
    const before = selected.slice(0, -1)
    if (move.action !== 'add' || before.includes(unit)) continue
    const conditions = search.id === 'ranking' ? [] : before
    const { merit: merits } = await problem.evaluate(conditions, others)
    const merit = merits[unit]
    const isScored = !Number.isNaN(merit)
    steps.push({
      step: i + 1,
      joined: searchUnits.names[move.candidate],
      best: show(move.merit, own),
      score: isScored
        ? show(
            merit,
            ownScore(scorer, scoredUnits.searchUnits, columnsOf(scoredUnits.searchUnits, conditions), unit),
          )
        : null,
      gap: isScored ? (move.candidate === unit || move.merit === merit ? 0 : move.merit - merit) : null,
    })
  }
  return steps
}

/** The score of the chosen set with the unit and without it. */
async function scoreWithAndWithout(
  { show, history }: ExplanationInput,
  sets: SubsetProblem,
  unit: number,
  isIn: boolean,
): Promise<Pick<Explanation, 'with' | 'without'>> {
  const chosen = history.last?.selected ?? []
  const other = isIn ? chosen.filter((member) => member !== unit) : [...chosen, unit].sort((a, b) => a - b)
  const scoreOf = async (set: readonly number[]) => {
    if (set.length < sets.least) return null
    const [merit] = await sets.merits({ list: [set] })
    return Number.isNaN(merit) ? null : show(merit)
  }
  const [now, changed] = [await scoreOf(chosen), await scoreOf(other)]
  return isIn ? { with: now, without: changed } : { with: changed, without: now }
}
