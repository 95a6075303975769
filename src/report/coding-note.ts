import { joinNames, shellWord } from '#core'
import type { DataFacts, FeatureCoding, SettledDataSpec } from '#core'
import { findDiscretiser } from '#methods'
import { flagsText, textFlags } from './command-text.ts'
import { wrap } from './text.ts'
import type { Display } from './text.ts'

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
  { target, discretise, bins, missing, weights, drop }: SettledDataSpec,
  { sql = null, text }: Pick<DataFacts, 'text'> & { readonly sql?: string | null },
): string {
  const flags: [string, string | null][] = [
    ['--sql', sql],
    ['-t', target],
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
