import { firstFew, isOuterMethod } from '#core'
import type { SelectResult, SetAside } from '#core'
import { counted } from './numbers.ts'
import { restLine, shorten, wrap } from './text.ts'
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
