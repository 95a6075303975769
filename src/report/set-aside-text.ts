import { firstFew, isOuterMethod } from '#core'
import type { SelectResult, SetAside } from '#core'
import { counted } from './numbers.ts'
import { restLine, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

const longestName = 40
/** The most reasons, and the most names listed under one. */
const [mostReasons, mostNames] = [20, 12]

/** The columns that gain nothing, grouped by the selected column that makes them redundant, then those that too few rows decide about. */
export function setAsideLines(
  { method, setAside, selected, uncut = selected }: SelectResult,
  display: Display,
): string[] {
  // Outer methods and tests of independence do not look at gains.
  const isTested = setAside.some(({ because }) => because.startsWith('independent of '))
  const title = isOuterMethod(method) ? 'not kept' : isTested ? 'not chosen' : 'no gain'
  const undecided = setAside.filter(({ tooFewRows }) => tooFewRows)
  const others = setAside.filter(({ tooFewRows }) => !tooFewRows)
  return [
    ...listLines(title, others, uncut, display),
    ...listLines('too few rows to decide', undecided, uncut, display),
  ]
}

/** Some columns set aside, grouped by the reason. */
function listLines(
  title: string,
  setAside: readonly SetAside[],
  chosen: readonly string[],
  display: Display,
): string[] {
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
  return lines.length > 0
    ? [
        '',
        `${title}: ${counted(setAside.length, 'column')}`,
        ...lines,
        ...restLine(reasons.length, all.length, display),
      ]
    : []
}
