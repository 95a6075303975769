import type { StepProblem, SubsetProblem } from '../../search/problem.ts'
import { unknownName } from '../../spec/error.ts'
import type { Fate, FateStep, SelectResult } from '../../trace/selection.ts'
import type { Items } from './items.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { Trail } from './walk.ts'
import type { WatchedSteps } from './watched-steps.ts'

/** The item of a column that is asked about; null where it is no candidate. */
export function watchedItem(
  why: string | null,
  { members }: Items,
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
  const item = members.findIndex((columns) => columns.includes(column))
  return item < 0 ? null : item
}

/** What a fate is told from. */
interface Ended {
  readonly feature: string
  readonly item: number | null
  readonly better: 'higher' | 'lower'
  readonly items: Items
  readonly trail: Trail
  readonly result: Pick<SelectResult, 'selected' | 'setAside' | 'steps'>
  readonly prepared: Pick<PreparedSelection, 'refused'>
  /** The columns that the prefilter left out. */
  readonly out: readonly string[]
  /** What the search looked at: steps that were watched, or sets. */
  readonly looked: StepProblem | SubsetProblem
}

/** Why a column was chosen, or was not. */
export async function fateOf(ended: Ended): Promise<Fate> {
  const { feature, item, result, prepared, out, looked } = ended
  const refused = prepared.refused.get(feature)
  if (refused !== undefined) return { feature, fate: `left out before the search: ${refused}` }
  if (out.includes(feature)) return { feature, fate: 'left out by the prefilter' }
  if (item === null) return { feature, fate: 'kept, as asked' }
  const isIn = result.selected.includes(feature)
  if ('merits' in looked) return { feature, ...(await besides(ended, looked, item, isIn)) }
  const steps = stepsOf(ended, looked as WatchedSteps, item)
  const name = ended.items.names[item]
  const aside = result.setAside.find((other) => other.feature === name)
  if (isIn) {
    const joined = result.steps.findIndex((step) => step.feature === name)
    return { feature, fate: joined < 0 ? 'the search began with it' : `joined at step ${joined + 1}`, steps }
  }
  if (aside) {
    const chance = aside.pValue === undefined ? '' : ` (p = ${aside.pValue.toPrecision(2)})`
    const isColumn = result.selected.includes(aside.because)
    return {
      feature,
      fate: `set aside: ${isColumn ? `no gain beside ${aside.because}` : aside.because}${chance}`,
      steps,
    }
  }
  return { feature, fate: nearest(steps), steps }
}

/** Where it came nearest to the best. */
function nearest(steps: readonly FateStep[]): string {
  const scored = steps.filter(({ gap }) => gap !== null)
  if (scored.length === 0) return 'no step looked at it'
  const { step, gap, joined } = scored.reduce((best, other) => (other.gap! < best.gap! ? other : best))
  return `never the best; nearest at step ${step}, ${Number(gap!.toPrecision(3))} behind ${joined}`
}

/** Its score at each step at which another joined, until it did itself. */
function stepsOf({ better, items, trail }: Ended, watched: WatchedSteps, item: number): readonly FateStep[] {
  const sign = better === 'higher' ? 1 : -1
  const moves = trail.positions.flatMap(({ move, selected }) => (move ? [{ move, selected }] : []))
  return moves.flatMap(({ move, selected }, i): FateStep[] => {
    const before = selected.slice(0, -1)
    if (move.action !== 'add' || before.includes(item)) return []
    const merit = watched.meritBeside(before)
    const isScored = !Number.isNaN(merit)
    return [
      {
        step: i + 1,
        joined: items.names[move.candidate],
        best: sign * move.merit,
        score: isScored ? sign * merit : null,
        gap: isScored ? (move.candidate === item || move.merit === merit ? 0 : move.merit - merit) : null,
      },
    ]
  })
}

/** The score of the set chosen with it and without. */
async function besides(
  { better, trail }: Ended,
  sets: SubsetProblem,
  item: number,
  isIn: boolean,
): Promise<Pick<Fate, 'fate' | 'with' | 'without'>> {
  const sign = better === 'higher' ? 1 : -1
  const chosen = trail.last?.selected ?? []
  const other = isIn ? chosen.filter((member) => member !== item) : [...chosen, item].sort((a, b) => a - b)
  const scoreOf = async (set: readonly number[]) => {
    if (set.length < sets.least) return null
    const [merit] = await sets.merits({ list: [set] })
    return Number.isNaN(merit) ? null : sign * merit
  }
  const [now, changed] = [await scoreOf(chosen), await scoreOf(other)]
  return {
    fate: isIn ? 'in the set chosen' : 'not in the set chosen',
    with: isIn ? now : changed,
    without: isIn ? changed : now,
  }
}
