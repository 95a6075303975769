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
import { ownScore } from './walk.ts'
import type { Trail, UnderWay } from './walk.ts'

/** The item of a column that is asked about; null where it is no candidate. */
export function watchedUnit(
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

/** What a fate is told from. */
interface Ended {
  readonly feature: string
  readonly unit: number | null
  readonly show: ShowScore
  readonly searchUnits: SearchUnits
  readonly trail: Trail
  readonly result: Pick<SelectResult, 'selected' | 'setAside' | 'steps'>
  readonly prepared: Pick<PreparedSelection, 'refused' | 'lacking'>
  /** The columns that the prefilter left out. */
  readonly out: readonly string[]
  /** Those that were set apart before. */
  readonly apart: ReadonlyMap<string, Finding>
  readonly search: Search
  /** The same search, to look again at what it looked at; null where it was interrupted. */
  readonly again: Pick<UnderWay, 'looked' | 'scoring' | 'scored'> | null
}

/** Why a column was chosen, or was not. */
export async function explain(ended: Ended): Promise<Explanation> {
  const { feature, unit, result, prepared, out, apart, again } = ended
  const lacking = prepared.lacking.get(feature)
  if (lacking !== undefined) return { feature, explanation: `set apart before the search: it ${lacking}` }
  const refused = prepared.refused.get(feature)
  if (refused !== undefined) return { feature, explanation: `left out before the search: ${refused}` }
  const finding = apart.get(feature)
  if (finding) return { feature, explanation: `set apart before the search: it ${finding.message}` }
  if (out.includes(feature)) return { feature, explanation: 'left out by the prefilter' }
  if (unit === null) return { feature, explanation: 'kept, as asked' }
  const isIn = result.selected.includes(feature)
  if (ended.search.takes === 'subset') {
    const explanation = isIn ? 'in the set chosen' : 'not in the set chosen'
    const sets = again?.looked.takes === 'subset' && (await besides(ended, again.looked.problem, unit, isIn))
    return { feature, explanation, ...sets }
  }
  const steps = again?.looked.takes === 'step' ? await stepsOf(ended, again.looked.problem, again, unit) : []
  const name = ended.searchUnits.names[unit]
  const aside = result.setAside.find((other) => other.feature === name)
  if (isIn) {
    const joined = result.steps.findIndex((step) => step.feature === name)
    return {
      feature,
      explanation: joined < 0 ? 'the search began with it' : `joined at step ${joined + 1}`,
      steps,
    }
  }
  if (aside) {
    const chance = aside.pValue === undefined ? '' : ` (${pInWords(aside.pValue)})`
    const isColumn = result.selected.includes(aside.because)
    return {
      feature,
      explanation: `${isColumn ? `no gain beside ${aside.because}` : aside.because}${chance}`,
      steps,
    }
  }
  return {
    feature,
    explanation: again ? nearest(steps) : 'not chosen yet when the search was interrupted',
    steps,
  }
}

/** Where it came nearest to the best. */
function nearest(steps: readonly ExplanationStep[]): string {
  const scored = steps.filter(({ gap }) => gap !== null)
  if (scored.length === 0) return 'no step looked at it'
  const { step, gap, joined } = scored.reduce((best, other) => (other.gap! < best.gap! ? other : best))
  const far = gap === Infinity ? 'infinitely far' : Number(gap!.toPrecision(3))
  return `never the best; nearest at step ${step}, ${far} behind ${joined}`
}

/** Its score at each step at which another joined, until it did itself; a ranking looks once, beside none. */
async function stepsOf(
  { show, searchUnits, trail, search }: Ended,
  problem: StepProblem,
  { scoring, scored }: Pick<UnderWay, 'scoring' | 'scored'>,
  unit: number,
): Promise<readonly ExplanationStep[]> {
  const moves = trail.positions.flatMap(({ move, selected }, i) =>
    move ? [{ move, selected, own: trail.scores[i] }] : [],
  )
  // What is not among the best may have been left at a bound: it is looked at alone.
  const others = new Set(searchUnits.members.keys())
  others.delete(unit)
  const steps: ExplanationStep[] = []
  for (const [i, { move, selected, own }] of moves.entries()) {
    const before = selected.slice(0, -1)
    if (move.action !== 'add' || before.includes(unit)) continue
    const beside = search.id === 'ranking' ? [] : before
    const { merit: merits } = await problem.evaluate(beside, others)
    const merit = merits[unit]
    const isScored = !Number.isNaN(merit)
    steps.push({
      step: i + 1,
      joined: searchUnits.names[move.candidate],
      best: show(move.merit, own),
      score: isScored
        ? show(merit, ownScore(scoring, scored.searchUnits, columnsOf(scored.searchUnits, beside), unit))
        : null,
      gap: isScored ? (move.candidate === unit || move.merit === merit ? 0 : move.merit - merit) : null,
    })
  }
  return steps
}

/** The score of the set chosen with it and without. */
async function besides(
  { show, trail }: Ended,
  sets: SubsetProblem,
  unit: number,
  isIn: boolean,
): Promise<Pick<Explanation, 'with' | 'without'>> {
  const chosen = trail.last?.selected ?? []
  const other = isIn ? chosen.filter((member) => member !== unit) : [...chosen, unit].sort((a, b) => a - b)
  const scoreOf = async (set: readonly number[]) => {
    if (set.length < sets.least) return null
    const [merit] = await sets.merits({ list: [set] })
    return Number.isNaN(merit) ? null : show(merit)
  }
  const [now, changed] = [await scoreOf(chosen), await scoreOf(other)]
  return isIn ? { with: now, without: changed } : { with: changed, without: now }
}
