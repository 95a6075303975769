import { joinNames, shellWord, targetInText } from '#core'
import type { DataFacts, FeatureCoding, SettledDataSpec, WeightFacts } from '#core'
import { findDiscretiser } from '#methods'
import { flagsText, targetFlags, textFlags, typesText } from './command-text.ts'
import { counted, grouped } from './numbers.ts'
import { clean, dim, emphasise, widthOf, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The first line of a result: the data, their size, the target, the task and the source. */
export function dataLine(data: DataFacts, name: string, display: Display): string {
  const line = factsText(data)
  const shown = nameText(data, name)
  if (widthOf(shown) + 2 + widthOf(line) <= display.width)
    return `${emphasise(shown, display)}  ${dim(line, display)}`
  return [emphasise(shown, display), ...wrap(line, display.width).map((part) => dim(part, display))].join(
    '\n',
  )
}

/** The same as a sentence. */
export function dataNote(data: DataFacts, name: string): string {
  return `data: ${nameText(data, name)}, ${factsText(data)}`
}

function nameText({ sql }: DataFacts, name: string): string {
  return clean(sql === undefined ? name : `${name} (--sql query)`)
}

function factsText(data: DataFacts): string {
  const { rows, distinctRows, features, task, source, weights, used } = data
  const weighted = weights ? ` (${weightsText(weights)})` : ''
  const distinct = distinctRows === undefined ? '' : ` (${grouped(distinctRows)} distinct)`
  const size = `${rowsText(rows, used)}${distinct}${weighted} × ${counted(features, 'feature')}`
  const facts = [size, targetText(data), task, source]
  return facts.join(' · ')
}

/**
 * The target, with the event of a time and how often it came, and what is given: `target days until died = 1
 * (165 events)`, `target species given island`, `target treatment within patient`.
 */
export function targetText(data: DataFacts): string {
  const { target, event } = data
  const beside = givenText(data)
  if (target === null) return `no target${beside}`
  const ofEvent = event ? `${untilText(data)} (${counted(event.n, 'event')})` : ''
  return `target ${clean(targetInText(target))}${ofEvent}${beside}`
}

/** What a question is about: the target, or of a time the event: `species`, `the time until died = 1`. */
export function subjectText(data: DataFacts): string {
  return data.event ? `the time${untilText(data)}` : clean(targetInText(data.target!))
}

function untilText({ event }: DataFacts): string {
  return ` until ${clean(event!.column)} = ${clean(String(event!.level))}`
}

/** What is taken into account, behind the target: ` given island`, or ` within patient` of blocks. */
export function givenText({ given, block }: DataFacts): string {
  if (block !== undefined) return ` within ${clean(block)}`
  return given ? ` given ${clean(given.join(', '))}` : ''
}

/** The total weight of the rows; of sampling weights the effective number of rows. */
function weightsText({ column, kind, n }: WeightFacts): string {
  const shown = grouped(n < 1000 ? Number(n.toPrecision(4)) : Math.round(n))
  return kind === 'counts'
    ? `${shown} by weights ${clean(column)}`
    : `effective ${shown} by sampling weights ${clean(column)}`
}

/** How many rows there are, and how many of them were used if not all. */
function rowsText(rows: number, used: DataFacts['used']): string {
  const all = counted(rows, 'row')
  if (!used) return all
  const { least, most, weighted } = used
  const range = least === most ? grouped(most) : `${grouped(least)}–${grouped(most)}`
  if (weighted) return `${all} (weight ${range})`
  return least === rows ? all : `${range} of ${all}`
}

/** How numbers were discretised, and the command that shows the cuts; no lines if no column was. */
export function codingNote(
  {
    data,
    spec,
    coding,
  }: {
    readonly data: DataFacts
    readonly spec: SettledDataSpec
    readonly coding: readonly FeatureCoding[]
  },
  name: string,
  display: Display,
): string[] {
  if (coding.every(({ cuts }) => cuts === undefined)) return []
  const { bins: rule } = findDiscretiser(spec.discretise)
  const isOfSomeRows = spec.missing === 'pairwise' && data.used?.missing === 'level-or-complete'
  if (isOfSomeRows) {
    const note = `numbers discretised: ${binsText(spec)}; --format json shows the cuts`
    return wrap(note, display.width)
  }
  if (spec.bins === null && (rule === 'count' || rule === 'most')) {
    // The number of bins differs between columns, so no --bins of `describe` gives these cuts.
    const most = coding.reduce((most, { cuts = [] }) => Math.max(most, cuts.length + 1), 0)
    const note = `numbers discretised: ${spec.discretise}, up to ${most} bins; --format json shows the cuts`
    return wrap(note, display.width)
  }
  const note = `numbers discretised: ${binsText(spec)}; to see the cuts:`
  // The command is never wrapped, so that it can be copied.
  return [...wrap(note, display.width), `  criba describe ${shellWord(name)}${describeFlags(spec, data)}`]
}

/** The flags with which `criba describe` fits the same cuts. */
function describeFlags(
  { target, event, types, discretise, bins, missing, weights, drop }: SettledDataSpec,
  { sql = null, text }: Pick<DataFacts, 'text'> & { readonly sql?: string | null },
): string {
  const flags: (readonly [string, string | null])[] = [
    ['--sql', sql],
    ...targetFlags(target),
    ['--event', event],
    ['--types', typesText(types)],
    ['--discretise', discretise === 'equal-frequency' ? null : discretise],
    ['--bins', bins === null ? null : String(bins)],
    ['--missing', missing === 'pairwise' ? null : missing],
    ['--weights', weights],
    // Which rows are complete depends on the columns.
    ['--drop', missing === 'complete' && drop.length > 0 ? joinNames(drop) : null],
  ]
  return `${textFlags({ ...(text && { text }) })}${flagsText(flags)}`
}

/** The discretiser and its bins: `equal-frequency, 7 bins`, `scott`, `bottleneck, at most 7 bins`. */
function binsText({ discretise, bins }: Pick<SettledDataSpec, 'discretise' | 'bins'>): string {
  if (bins === null) return discretise
  switch (findDiscretiser(discretise).bins) {
    case 'count':
      return `${discretise}, ${bins} bins`
    case 'most':
      return `${discretise}, at most ${bins} bins`
    case 'own':
      return `${discretise}, target equal-frequency, ${bins} bins`
  }
}
