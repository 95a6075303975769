import { CribaError } from 'criba'

/** @typedef {{ fault: string, detail: string }} Fault */

/** Errors that a program makes by itself: where one is the cause, its words say nothing to a user. */
const internal = [TypeError, RangeError, ReferenceError, SyntaxError]
const internalWords =
  /Cannot read prop|is not a function|is not iterable|is not defined|Invalid array length|Invalid typed array|out of bounds|Offset is|\bundefined\b|\[object |INTERNAL Error|Assertion|stack size/

/** More letters than a line that is read. */
const longest = 2000

/**
 * What is wrong with an error; null if it is one line of criba.
 * @param {unknown} error
 * @returns {Fault | null}
 */
export function faultOfError(error) {
  if (!(error instanceof CribaError))
    return { fault: 'raw exception', detail: String(/** @type {Error} */ (error)?.stack) }
  const { message, cause } = error
  const words = cause instanceof Error && internal.some((kind) => cause instanceof kind) ? cause.message : ''
  const isInternal = words.includes(' ') && message.includes(words)
  if (isInternal || internalWords.test(message)) return { fault: 'message of an exception', detail: message }
  return faultOfMessage(message)
}

/** @param {string} message @returns {Fault | null} */
function faultOfMessage(message) {
  // eslint-disable-next-line no-control-regex -- these are looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(message))
    return { fault: 'several lines', detail: JSON.stringify(message) }
  return message.length > longest ? { fault: 'a message too long', detail: message.slice(0, 300) } : null
}

/**
 * What is wrong with a table; null if its columns are whole.
 * @param {import('criba').Table} table
 * @returns {Fault | null}
 */
export function faultOfTable({ rows, columns, warnings }) {
  if (!(rows > 0 && columns.length > 0))
    return { fault: 'an empty table', detail: `${rows} × ${columns.length}` }
  const names = new Set(columns.map(({ name }) => name))
  if (names.size < columns.length)
    return { fault: 'names twice', detail: columns.map(({ name }) => name).join() }
  for (const column of columns) {
    const wrong = wrongColumn(column, rows)
    if (wrong) return { fault: 'a broken column', detail: `${column.name}: ${wrong}` }
  }
  for (const { message } of warnings) {
    const fault = internalWords.test(message)
      ? { fault: 'warning of an exception', detail: message }
      : faultOfMessage(message)
    if (fault) return fault
  }
  return null
}

/** @param {import('criba').Column} column @param {number} rows */
function wrongColumn(column, rows) {
  const { name, missing } = column
  if (typeof name !== 'string' || name === '') return 'no name'
  if (missing && missing.length !== rows) return `${missing.length} marks for ${rows} rows`
  const isThere = (/** @type {number} */ row) => !missing?.[row]
  if (column.type === 'numeric') {
    const { values } = column
    if (values.length !== rows) return `${values.length} values for ${rows} rows`
    return values.some((value, row) => isThere(row) && !Number.isFinite(value))
      ? 'a value that is no number'
      : null
  }
  const { codes, levels } = column
  if (codes.length !== rows) return `${codes.length} codes for ${rows} rows`
  if (codes.some((code, row) => isThere(row) && !(code < levels.length))) return 'a code without a level'
  return levels.some((level) => typeof level !== 'string') ? 'a level that is no text' : null
}
