import { firstFew, isOuterMethod, targetInText } from '#core'
import type { AlsoRelated, SelectResult, SetAside } from '#core'
import { alignNumbers, counted, shortNumber } from './numbers.ts'
import { column, formatColumns } from './text-columns.ts'
import { clean, restLine, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

const longestName = 40
/** The most reasons, and the most names listed under one. */
const [mostReasons, mostNames] = [20, 12]

/**
 * The columns that gain nothing, grouped by the selected column that makes them redundant, then those that
 * too few rows decide about.
 */
export function setAsideLines(result: SelectResult, display: Display): string[] {
  const { selected, uncut = selected } = result
  return kindsOf(result).flatMap((kind) => listLines(kind, uncut, display))
}

/** How many columns were set aside, a note for each kind. */
export function setAsideNotes(result: SelectResult): readonly string[] {
  return kindsOf(result).map(countText)
}

interface KindOfSetAside {
  readonly title: string
  readonly setAside: readonly SetAside[]
}

/**
 * The columns set aside because they gain nothing, and those that too few rows decide about; no kind without
 * columns.
 */
function kindsOf({ method, setAside }: SelectResult): readonly KindOfSetAside[] {
  // Outer methods and tests of independence do not look at gains.
  const isTested = setAside.some(({ because }) => because.startsWith('independent of '))
  const title = isOuterMethod(method) ? 'not kept' : isTested ? 'not chosen' : 'no gain'
  return [
    { title, setAside: setAside.filter(({ tooFewRows }) => !tooFewRows) },
    { title: 'too few rows to decide', setAside: setAside.filter(({ tooFewRows }) => tooFewRows) },
  ].filter((kind) => kind.setAside.length > 0)
}

function countText({ title, setAside }: KindOfSetAside): string {
  return `${title}: ${counted(setAside.length, 'column')}`
}

/** The columns set aside of one kind, grouped by the reason. */
function listLines(kind: KindOfSetAside, chosen: readonly string[], display: Display): string[] {
  const { setAside } = kind
  const all = [...new Set(setAside.map(({ because }) => because))]
  const reasons = all.slice(0, mostReasons)
  const lines = reasons.flatMap((because) => {
    const names = setAside
      .filter((entry) => entry.because === because)
      .map(({ feature }) => shorten(feature, longestName))
    const some = firstFew(names, mostNames)
    const isColumn = chosen.includes(because)
    const line = isColumn ? `given ${shorten(because, longestName)}: ${some}` : `${some}: ${because}`
    return wrap(line, display.width - 4).map((part, i) => (i === 0 ? `  ${part}` : `    ${part}`))
  })
  return ['', countText(kind), ...lines, ...restLine(reasons.length, all.length, display)]
}

/** The most chosen columns, and the most names listed under one. */
const [mostCovers, mostCovered] = [4, 6]

/**
 * The columns that follow the target though they were not chosen, under the chosen column given which they
 * tell least.
 */
export function alsoRelatedLines({ alsoRelated = [], data }: SelectResult, display: Display): string[] {
  if (alsoRelated.length === 0) return []
  const byCover = coveredColumns(alsoRelated)
  const shown = [...byCover].slice(0, mostCovers)
  const title = `also related to ${clean(targetInText(data.target!))}: ${counted(alsoRelated.length, 'column')} not chosen (q ≤ 0.05, each by itself)`
  return [
    '',
    ...wrap(title, display.width),
    ...shown.flatMap(([cover, names]) => {
      const under = cover === null ? 'covered by none' : `covered by ${shorten(cover, longestName)}`
      const some = firstFew(
        names.map((name) => shorten(name, longestName)),
        mostCovered,
      )
      const lines = wrap(`${under}: ${some}`, display.width - 4)
      return lines.map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`))
    }),
    ...restLine(shown.length, byCover.size, display),
  ]
}

/** The columns by what covers them, both in the order of significance. */
function coveredColumns(alsoRelated: readonly AlsoRelated[]): ReadonlyMap<string | null, readonly string[]> {
  const byCover = new Map<string | null, string[]>()
  for (const { feature, coveredBy } of alsoRelated) {
    const names = byCover.get(coveredBy) ?? []
    names.push(feature)
    byCover.set(coveredBy, names)
  }
  return byCover
}

/** The longest name that the table shows in full, in characters. */
const longestInTable = 30

/** Why the requested column was or was not selected, and its score at each step. */
export function explanationLines({ why, better }: SelectResult, display: Display): string[] {
  if (!why) return []
  const { feature, explanation, steps = [], with: scoreWith, without } = why
  const name = clean(feature)
  const isKnown = scoreWith !== undefined && scoreWith !== null && without !== undefined && without !== null
  const scores = isKnown
    ? `, which scores ${shortNumber(scoreWith)} with it and ${shortNumber(without)} without (${better} is better)`
    : ''
  const lines = ['', ...wrap(`why ${name}: ${clean(explanation)}${scores}`, display.width)]
  if (steps.length === 0) return lines
  const shown = steps.slice(0, display.lines)
  const table = formatColumns(
    [
      column(
        '#',
        'right',
        shown.map(({ step }) => String(step)),
      ),
      column(
        'joined',
        'left',
        shown.map(({ joined }) => shorten(joined, longestInTable)),
      ),
      column('its score', 'right', alignNumbers(shown.map(({ best }) => best))),
      column(
        shorten(`score of ${name}`, longestInTable),
        'right',
        alignNumbers(shown.map(({ score }) => score)),
      ),
      column('gap', 'right', alignNumbers(shown.map(({ gap }) => gap))),
    ],
    display,
  )
  return [...lines, '', ...table]
}
