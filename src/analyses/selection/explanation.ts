import { isCutShort, unknownName } from '#core'
import type { Explanation, ExplanationStep, SelectResult, SetAside } from '#core'
import type { SearchLimits, StepProblem, SubsetProblem } from '#methods'
import { pInWords } from '../null-distributions/p-values.ts'
import { ownScore, showScores, startSearch } from './running-search.ts'
import type { SearchHistory } from './running-search.ts'
import { SearchBudget } from './search-budget.ts'
import type { ScoredProblem, SearchSetup } from './search-setup.ts'
import { columnsOf } from './search-units.ts'
import type { SelectionColumns } from './selection-columns.ts'

/** The search unit of the column to explain; null where it is no candidate. */
export function unitToExplain(
  why: string | null,
  { searchUnits: { members }, prepared: { names, all } }: SelectionColumns,
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

/** A search that has ended, with what it takes to run it again. */
interface EndedSearch {
  readonly setup: SearchSetup
  readonly limits: SearchLimits
  readonly history: SearchHistory
  readonly result: Pick<SelectResult, 'selected' | 'setAside' | 'steps' | 'stopped'>
  readonly columns: SelectionColumns
  /** The unit of the column to explain; null where it is no candidate. */
  readonly unit: number | null
}

/**
 * Explains why a column was chosen or not; null where none was named. The explanation costs nothing of the
 * budget.
 */
export async function explainColumn(
  feature: string | null,
  ended: EndedSearch,
  signal: AbortSignal | undefined,
): Promise<Explanation | null> {
  if (feature === null) return null
  const { setup, limits, result } = ended
  const again = { ...setup, budget: new SearchBudget({}, signal), checkpoint: null }
  return explain(feature, ended, isCutShort(result) ? null : startSearch(again, limits))
}

/** The explanation; `rerun` is the same search again, to evaluate other candidates of its steps. */
async function explain(
  feature: string,
  ended: EndedSearch,
  rerun: ScoredProblem | null,
): Promise<Explanation> {
  const { unit, result, columns, setup } = ended
  const { prepared, prefiltered, inspected, searchUnits } = columns
  const lacking = prepared.lacking.get(feature)
  if (lacking !== undefined) return { feature, explanation: `set apart before the search: it ${lacking}` }
  const refused = prepared.refused.get(feature)
  if (refused !== undefined) return { feature, explanation: `left out before the search: ${refused}` }
  const finding = inspected.apart.get(feature)
  if (finding) return { feature, explanation: `set apart before the search: it ${finding.message}` }
  if (prefiltered.excluded.includes(feature)) return { feature, explanation: 'left out by the prefilter' }
  if (unit === null) return { feature, explanation: 'kept, as the spec says' }
  const isIn = result.selected.includes(feature)
  if (!setup.chosen.scorer.can.step) {
    const explanation = isIn ? 'in the set chosen' : 'not in the set chosen'
    const scores = rerun?.sets && (await scoreWithAndWithout(ended, rerun.sets, unit, isIn))
    return { feature, explanation, ...scores }
  }
  // The scores of a search by tests are those of the tests, which are made given other columns each.
  const hasScores = setup.chosen.search.record.testsIndependence !== true
  const steps = rerun?.steps && hasScores ? await scoreAtEachStep(ended, rerun.steps, rerun, unit) : []
  const name = searchUnits.names[unit]
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
      explanation: `${isColumn ? besideColumn(aside) : aside.because}${pValue}`,
      steps,
    }
  }
  return {
    feature,
    explanation: rerun ? describeNearest(steps) : 'not chosen yet when the search was interrupted',
    steps,
  }
}

/** Why a column did not join beside a selected one. */
function besideColumn({ because, tooFewRows }: SetAside): string {
  return tooFewRows ? `too few rows to decide beside ${because}` : `no gain beside ${because}`
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
  { setup: { chosen, searchUnits }, history }: EndedSearch,
  problem: StepProblem,
  { scores, scoredUnits }: ScoredProblem,
  unit: number,
): Promise<readonly ExplanationStep[]> {
  const show = showScores(chosen.scorer.criterion, searchUnits)
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
    const conditions = chosen.search.record.id === 'ranking' ? [] : before
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
            ownScore(scores, scoredUnits.searchUnits, columnsOf(scoredUnits.searchUnits, conditions), unit),
          )
        : null,
      gap: isScored ? (move.candidate === unit || move.merit === merit ? 0 : move.merit - merit) : null,
    })
  }
  return steps
}

/** The score of the chosen set with the unit and without it. */
async function scoreWithAndWithout(
  { setup: { chosen, searchUnits }, history }: EndedSearch,
  sets: SubsetProblem,
  unit: number,
  isIn: boolean,
): Promise<Pick<Explanation, 'with' | 'without'>> {
  const show = showScores(chosen.scorer.criterion, searchUnits)
  const last = history.last?.selected ?? []
  const other = isIn ? last.filter((member) => member !== unit) : [...last, unit].sort((a, b) => a - b)
  const scoreOf = async (set: readonly number[]) => {
    if (set.length < sets.least) return null
    const [merit] = await sets.merits({ list: [set] })
    return Number.isNaN(merit) ? null : show(merit)
  }
  const [now, changed] = [await scoreOf(last), await scoreOf(other)]
  return isIn ? { with: now, without: changed } : { with: changed, without: now }
}
