import type { DataFacts } from '#core'
import { targetText } from '../data-text.ts'
import { counted, grouped, shortNumber } from '../numbers.ts'
import { clean } from '../text.ts'

/** The most names that a sentence lists. */
const mostNames = 12

/** Names in a sentence: `a`, `a and b`, `a, b and c`; of very many the first. */
export function listed(names: readonly string[], most = mostNames): string {
  const shown = names.slice(0, most).map(clean)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${grouped(more)} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`
}

/** The data in one line: rows, columns, target. */
export function dataText(data: DataFacts): string {
  const { rows, features, target, task, weights, sql } = data
  const parts = [
    counted(rows, 'row'),
    counted(features, 'column'),
    `${targetText(data)}${target === null ? '' : ` (${task})`}`,
    ...(weights
      ? [`${weights.kind === 'counts' ? 'weights' : 'sampling weights'} ${clean(weights.column)}`]
      : []),
    ...(sql === undefined ? [] : ['of a query']),
  ]
  return parts.join(', ')
}

/** `30 columns of data.csv`, `the only column of data.csv`. */
export function columnsOfData({ features }: DataFacts, name: string | undefined): string {
  const of = `of ${name === undefined ? 'the table' : clean(name)}`
  return features === 1 ? `the only column ${of}` : `${counted(features, 'column')} ${of}`
}

/** How many of how many are shown, where not all are. */
export function shownOf(shown: number, all: number, noun: string): string {
  return shown < all ? `${grouped(shown)} of ${counted(all, noun)}` : counted(all, noun)
}

/** A text that begins with a capital letter. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** A question that begins with a capital letter, as a sentence does. */
export function question(text: string): string {
  return `${capital(text)}?`
}

/**
 * A text that begins with a capital letter and ends with a full stop; it begins with no name, which would be
 * changed.
 */
export function sentence(text: string): string {
  return `${capital(text)}${/[.?!]$/.test(text) ? '' : '.'}`
}

/** A 95 % interval in brackets; one without bounds says so. */
export function intervalText([low, high]: readonly [number, number]): string {
  return Number.isFinite(low) ? `95 % interval ${rounded(low)} to ${rounded(high)}` : 'no interval'
}

/** A number with three significant digits. */
export function rounded(x: number): string {
  return shortNumber(Number.isFinite(x) ? Number(x.toPrecision(3)) : x)
}

/** A cell of a table; one without a number is empty. */
export function cell(x: number | string | null | undefined): number | string | null {
  return x === undefined || Number.isNaN(x) ? null : x
}

/** `all 30 columns`, `the only column`. */
export function allColumns(count: number): string {
  return count === 1 ? 'the only column' : `all ${counted(count, 'column')}`
}
