// Random calls of the functions behind all commands, on random tables: test/fuzz draws and checks them.
import { WatchedProcess } from './watched-process.js'

/** How many calls are made, if no number is given. */
const usual = 5000
/** After so many tables what is done is noted. */
const batch = 20
/** A call has a minute, four times; the ten of a table seldom need more than one has. */
const calling = { script: 'calling-child.js', seconds: 240, megabytes: 2500, jobsEach: 500 }

/** What became of the calls of one function. @typedef {{ calls: number, results: number, refused: number, rows: number, columns: number, faults: number }} Counts */
/** @typedef {{ tables: number, calls: number, seconds: number, functions: Record<string, Counts>, faults: { number: number, detail: string }[] }} RandomCalls */

/** @returns {RandomCalls} */
export const nothingCalled = () => ({ tables: 0, calls: 0, seconds: 0, functions: {}, faults: [] })

/**
 * Makes calls from where a run before has stopped, until there are so many; `note` is called with what is done so far.
 * @param {{ count?: number | undefined, first: number, done: RandomCalls, note: (done: RandomCalls) => void }} run
 */
export async function makeRandomCalls({ count = usual, first, done, note }) {
  /** @type {WatchedProcess<import('./calling-child.js').Job, import('./calling-child.js').Outcome>} */
  const caller = new WatchedProcess(calling)
  try {
    while (done.calls < count) {
      const number = first + done.tables
      const { outcome, seconds } = await caller.do({ number })
      done.tables++
      done.seconds += seconds
      for (const call of outcome.calls ?? []) add(done, call, number)
      if (outcome.outcome === 'fault') addFault(done, number, `${outcome.fault}: ${outcome.detail}`)
      if (done.tables % batch === 0) note(done)
    }
    note(done)
  } finally {
    await caller.close()
  }
}

/** @param {RandomCalls} done @param {import('./calling-child.js').MadeCall} call @param {number} number */
function add(done, { name, hasResult, rows, columns, broken }, number) {
  const none = { calls: 0, results: 0, refused: 0, rows: 0, columns: 0, faults: 0 }
  const counts = (done.functions[name] ??= none)
  done.calls++
  counts.calls++
  if (hasResult) counts.results++
  else counts.refused++
  if (rows) counts.rows++
  if (columns) counts.columns++
  if (broken.length === 0) return
  counts.faults++
  addFault(done, number, broken.join('\n'))
}

/** @param {RandomCalls} done @param {number} number @param {string} detail */
function addFault(done, number, detail) {
  done.faults.push({ number, detail })
  console.error(`calls --first ${number} --count 1:\n${detail}`)
}

/** A line for each function. @param {RandomCalls} done */
export function linesOfCalls({ functions }) {
  return Object.entries(functions)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { calls, results, refused, rows, columns, faults }]) => ({
      function: name,
      calls,
      'with a result': results,
      'refused in one line': refused,
      'rows in another order': rows,
      'columns in another order': columns,
      faults,
    }))
}
