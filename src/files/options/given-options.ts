import {
  checkRun,
  invalidPart,
  namesIn,
  objectIn,
  readingParts,
  recordIn,
  textIn,
  typesPart,
  unknownName,
} from '#core'
import type { Run } from '#core'
import type { ReadOptions } from './open-options.ts'

type Check = (name: string, given: unknown) => unknown

const text = (needs: string): Check => {
  return (name, given) => textIn(name, given, needs) ?? undefined
}
const one = (...values: readonly unknown[]): Check => {
  return (name, given) => {
    if (values.includes(given)) return given
    throw invalidPart(name, given, values.map(String).join(' or '))
  }
}
const callable: Check = (name, given) => {
  if (typeof given === 'function') return given
  throw invalidPart(name, given, 'a function')
}
const asGiven: Check = (_, given) => given

/** How a text is read: `checkRun` checks the parts of a run. */
const ofTexts: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    Object.entries(readingParts).flatMap(([name, { settle }]) =>
      // A text has no sheets.
      name === 'sheet' ? [] : [[name, settle as Check] as const],
    ),
  ),
  types: typesPart.settle as Check,
  drop: (name, given) => namesIn(name, given),
  threads: asGiven,
  signal: asGiven,
  progress: asGiven,
  // A run may be spread into the options: reading has no events.
  on: asGiven,
}

/** How a file or the table of a server is opened. */
const ofFiles: Readonly<Record<string, Check>> = {
  ...ofTexts,
  sheet: readingParts.sheet.settle as Check,
  sql: text('an SQL query'),
  choose: callable,
  memory: text('an amount such as 4GB'),
  limitBytes: text('an amount such as 64GB'),
  mends: one('show', 'apply'),
  safeCsv: one(true, false),
  replace: one(true, false),
  target: text('the name of a column'),
  source: one('memory', 'duckdb'),
  sample: (name, given) => recordIn(name, given, 'an object with rows'),
  password: (name, given) =>
    typeof given === 'function' ? given : textIn(name, given, 'a text or a function'),
}

/** Options of `tableFromCsv`, once they have been checked. */
export function givenTextOptions<Options extends object>(options: Options): Options {
  return given(ofTexts, options)
}

/** Options of `readTable` and `openSource`, once they have been checked. */
export function givenOpenOptions<Options extends object>(options: Options): Options {
  return given(ofFiles, options)
}

/**
 * Refuses options that nobody would read, and values of another kind: a program without types may give
 * anything. What is not given stays absent.
 */
function given<Options extends object>(checks: Readonly<Record<string, Check>>, options: Options): Options {
  const record = objectIn('options', options)
  const { threads, signal, progress, on } = record as ReadOptions & Run
  checkRun({ threads, signal, progress, on })
  const checked = Object.entries(record).flatMap(([name, value]: readonly [string, unknown]) => {
    if (!Object.hasOwn(checks, name))
      throw unknownName('option of reading', name, Object.keys(checks), 'docs/data.md lists them')
    return value === null || value === undefined ? [] : [[name, checks[name](name, value)] as const]
  })
  return Object.fromEntries(checked) as Options
}
