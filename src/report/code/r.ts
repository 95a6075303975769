import type { FeatureCoding, SelectResult } from '#core'
import { codedSelection, codingNote } from './coded-selection.ts'
import { commented, listed, text, value } from './lists.ts'

/**
 * A selection as R: `selected`, the names, and `select_columns`, which keeps them of a data frame or a
 * data.table; if the method coded columns also `code_columns`, which gives their bins and levels as it
 * counted them.
 */
export function selectionR(result: SelectResult, data: string): string {
  const { about, selected, coding, leftOut } = codedSelection(result, data)
  return [
    ...commented(about),
    '# Read the file with names as they are: read.csv(…, check.names = FALSE), data.table::fread or arrow.',
    ...listed('selected <- c(', selected.map(text), ')'),
    '',
    'select_columns <- function(data) as.data.frame(data)[selected]',
    ...(coding.length > 0 ? codeOf(coding) : []),
    ...leftOut.flatMap((line) => commented(`not coded here: ${line}`)),
  ].join('\n')
}

function codeOf(coding: readonly FeatureCoding[]): readonly string[] {
  const cuts = coding.flatMap(({ feature, cuts }) =>
    cuts ? [`${name(feature)} = c(${cuts.join(', ')})`] : [],
  )
  const levels = coding.flatMap(({ feature, levels }) =>
    levels ? [`${name(feature)} = c(${levels.map(value).join(', ')})`] : [],
  )
  const fills = coding.flatMap(({ feature, fill }) =>
    fill === undefined ? [] : [`${name(feature)} = ${value(fill)}`],
  )
  return [
    '',
    ...commented(`${codingNote} A missing value, and a level that is new, is NA.`),
    ...list('cuts', cuts),
    ...list('known', levels),
    ...(fills.length > 0 ? list('fill', fills) : []),
    '',
    'code_columns <- function(data) {',
    '  data <- select_columns(data)',
    ...(fills.length > 0
      ? ['  for (name in names(fill)) data[[name]][is.na(data[[name]])] <- fill[[name]]']
      : []),
    '  for (name in names(cuts)) data[[name]] <- findInterval(data[[name]], cuts[[name]], left.open = TRUE)',
    '  for (name in names(known)) data[[name]] <- match(data[[name]], known[[name]]) - 1L',
    '  data[c(names(cuts), names(known))]',
    '}',
  ]
}

function list(of: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [`${of} <- list()`]
  return [`${of} <- list(`, lines.map((line) => `  ${line}`).join(',\n'), ')']
}

/** A name before its value in a list. */
function name(given: string): string {
  return `\`${given.replaceAll(/[\\`]/g, '\\$&')}\``
}
