import { targetNames, weightColumnOf } from '#core'
import type { FeatureCoding, SelectResult } from '#core'
import { methodLabel } from '../command-text.ts'
import { counted } from '../numbers.ts'
import { clean } from '../text.ts'
import { cutsText } from '../value-text.ts'

/** A selection as code of another program needs it. */
interface CodedSelection {
  /** Which columns these are, in a sentence. */
  readonly about: string
  /** The chosen columns, and those given, which a model of them needs. */
  readonly selected: readonly string[]
  /** The target, its event and the weights. */
  readonly others: readonly string[]
  /** How the method read chosen columns as levels; none if it needed no levels. */
  readonly coding: readonly FeatureCoding[]
  /** Columns whose coding is left out, each with the reason. */
  readonly leftOut: readonly string[]
}

/** What the code of any language says of a selection. */
export function codedSelection(result: SelectResult, data: string): CodedSelection {
  const { selected, spec, columns, training = [], data: facts } = result
  const times = new Map(columns.flatMap(({ name, time }) => (time ? [[name, time] as const] : [])))
  const units = new Map(training.flatMap(({ feature, unit }) => (unit ? [[feature, unit] as const] : [])))
  const chosen = new Set(selected)
  const coding = result.coding.filter(({ feature }) => chosen.has(feature))
  const isPlain = ({ feature }: FeatureCoding) => !times.has(feature) && !units.has(feature)
  const leftOut = coding.flatMap(({ feature, cuts }) => {
    const time = times.get(feature)
    const unit = units.get(feature)
    const why = time ? `a ${time}` : unit ? `numbers with the unit ${unit}` : null
    return why === null ? [] : [`${clean(feature)}: ${why}${cuts ? `, ${cutsText(cuts, time)}` : ''}`]
  })
  const how = `${methodLabel({ method: result.method, options: result.options }, spec.criterion.method)}, ${methodLabel(spec.search)}`
  return {
    about: `Chosen by criba ${result.criba}: ${how}; ${counted(facts.rows, 'row')} × ${counted(facts.features, 'feature')} of ${clean(data)}.`,
    selected: [...selected, ...((spec.given as readonly string[] | undefined) ?? [])],
    others: [...targetNames(spec.target), facts.event?.column, weightColumnOf(spec)].filter(
      (name) => typeof name === 'string',
    ),
    coding: coding.filter(isPlain),
    leftOut,
  }
}

/** What the comment above coded columns says. */
export const codingNote =
  'As the method counted them: the bin of a number is how many cuts are below it, a level is its place among the levels, from 0.'
