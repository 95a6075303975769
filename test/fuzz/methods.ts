import { rankers, setCriteria, stepCriteria } from 'criba/methods'
import type { RankCriterion, StepCriterion, SubsetCriterion } from 'criba'
import { readsOf } from '../../dist/src/methods/shapes/criterion.js'
import { searches } from '../../dist/src/methods/searches/registry.js'
import { resolveOptions } from '../../dist/src/core/spec/options.js'
import type { OptionTable, OptionValue } from '../../dist/src/core/spec/options.js'
import { otherValuesOf } from '../contract/option-values.ts'
import type { Draw } from './draw.ts'

export type Options = Readonly<Record<string, OptionValue>>
export interface DrawnMethod {
  readonly method: string
  readonly options: Options
}
export type AnyCriterion = RankCriterion | StepCriterion | SubsetCriterion

/** Options that bound the time of random searches. */
const bounds: Readonly<Record<string, Options>> = {
  random: { evaluations: 60 },
  annealing: { evaluations: 60 },
  genetic: { sets: 6, generations: 4 },
  'particle-swarm': { particles: 5, rounds: 4 },
}

export function drawRanker(draw: Draw): DrawnMethod {
  return drawMethod(draw, draw.pick(rankers))
}

export function drawMerit(draw: Draw): DrawnMethod {
  return drawMethod(draw, draw.pick(setCriteria))
}

export function drawAny(draw: Draw): DrawnMethod {
  return drawMethod(draw, draw.pick([...stepCriteria, ...setCriteria, ...draw.some(rankers, 12)]))
}

/**
 * A search of steps takes every criterion. A search of sets refuses criteria of other shapes, so those are tried rarely.
 * Few criteria are monotone, so the searches that need it are tried often on those.
 */
export function drawSearch(draw: Draw, { method }: DrawnMethod): DrawnMethod {
  const record = recordOf(method)
  const takesAny = record.shape === 'subset' || draw.chance(0.05)
  const ofMonotone = 'monotone' in record && draw.chance(0.25)
  const search = draw.pick(
    searches.filter(({ takes, monotone }) => (ofMonotone ? monotone : takesAny || takes === 'step')),
  )
  const drawn = drawMethod(draw, search)
  return { ...drawn, options: { ...drawn.options, ...bounds[search.id] } }
}

export function drawMethod(
  draw: Draw,
  { id, options: table }: { readonly id: string; readonly options: OptionTable },
): DrawnMethod {
  const options: Record<string, OptionValue> = {}
  for (const [name, rule] of Object.entries(table)) {
    const applies = Object.entries(rule.only ?? {}).every(([other, values]) =>
      values.includes(String(options[other] ?? table[other].default)),
    )
    const isRequired = rule.default === undefined
    if (!applies || !(isRequired || draw.chance(0.25))) continue
    options[name] = draw.pick(otherValuesOf(rule).filter((value) => !(Number(value) > mostOf(rule))))
  }
  return { method: id, options }
}

function mostOf(rule: OptionTable[string]): number {
  return 'max' in rule ? rule.max : Infinity
}

export function recordOf(id: string): AnyCriterion {
  return [...stepCriteria, ...setCriteria, ...rankers].find((criterion) => criterion.id === id)!
}

/**
 * Whether all scores of a method come from counts, according to its record: then sources agree to the last bit. A method
 * that reads numbers as values computes sums.
 */
export function isOfCounts({ method, options }: DrawnMethod): boolean {
  const criterion = recordOf(method)
  if (criterion.target === 'events') return false
  const types = ['numeric', 'categorical'] as const
  const sets = [['numeric'], ['categorical'], types] as const
  try {
    const resolved = resolveOptions(method, criterion.options, options)
    return sets.every((features) =>
      types.every((target) => {
        const given = { features: new Set(features), size: 2, target, task: null }
        const { numeric } = readsOf(criterion, resolved, given).features
        return numeric === 'levels' || numeric === null
      }),
    )
  } catch {
    // Both sources refuse it.
    return true
  }
}
