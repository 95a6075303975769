import { binningMethods } from '../coding/discretiser.ts'
import { oneLine } from '../spec/error.ts'
import { joinNames } from '../spec/names.ts'
import type { SettledDataSpec } from '../spec/rank-spec.ts'
import type { DataFacts, FeatureCoding } from '../trace/ranking.ts'
import { binsText } from './bins-text.ts'
import { wrap } from './text.ts'
import type { Paper } from './text.ts'

/** How numbers were read by levels, and the command that shows their cuts; nothing where none were. */
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
  paper: Paper,
): string[] {
  if (coding.every(({ cuts }) => cuts === undefined)) return []
  const { bins: rule } = binningMethods[spec.discretise]
  const isOfSomeRows = spec.missing === 'pairwise' && data.used?.missing === 'level-or-complete'
  if (isOfSomeRows) {
    const note = `numbers read by levels: ${binsText(spec)}; --format json shows their cuts`
    return wrap(note, paper.width)
  }
  if (spec.bins === null && (rule === 'count' || rule === 'most')) {
    // Bins that stand in no spec cannot be asked for.
    const most = coding.reduce((most, { cuts = [] }) => Math.max(most, cuts.length + 1), 0)
    const note = `numbers read by levels: ${spec.discretise}, up to ${most} bins; --format json shows their cuts`
    return wrap(note, paper.width)
  }
  const note = `numbers read by levels: ${binsText(spec)}; their cuts are shown by`
  // A command is never broken: it is there to be copied.
  return [...wrap(note, paper.width), `  criba describe ${shellWord(name)}${describeFlags(spec, data)}`]
}

/** The flags under which `criba describe` fits the same cuts. */
function describeFlags(
  { target, discretise, bins, missing, weights, drop }: SettledDataSpec,
  { sql = null }: { readonly sql?: string | null },
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
  return flags.map(([flag, value]) => (value === null ? '' : ` ${flag} ${shellWord(value)}`)).join('')
}

function shellWord(text: string): string {
  // A line of its own would end the command.
  if (/\p{Control}/u.test(text)) return `$'${oneLine(text.replace(/['\\]/g, '\\$&'))}'`
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
