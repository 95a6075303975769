import { readFile } from 'node:fs/promises'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { CribaError, selectParts } from '#core'
import type { DataFacts, SelectResult, SelectSpec } from '#core'

/** A saved run. */
export interface SavedRun {
  readonly spec: SelectSpec
  /** The query over the file, if there was one. */
  readonly sql: string | undefined
  /** How the text was read. */
  readonly text: DataFacts['text']
  /** The rows of a server that were read. */
  readonly sample: DataFacts['sample']
}

/** Reads the result that `--save` wrote; its spec repeats the run. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const { spec, data } = await readResult(path, 'run')
  return { spec, sql: data.sql, text: data.text, sample: data.sample }
}

/** Reads a result of `criba select`; `what` it is called in messages. */
export async function readResult(
  path: string,
  what: string,
  isResult: (result: SelectResult) => boolean = () => true,
): Promise<SelectResult> {
  const unreadable = (why: string, cause?: unknown) =>
    new CribaError('unreadable', `unreadable ${what}: ${path} (${why})`, { cause })
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw unreadable(cause.message, cause)
  })
  let result: Partial<SelectResult> | null
  try {
    result = JSON.parse(text) as Partial<SelectResult> | null
  } catch (cause) {
    throw unreadable('it is not JSON', cause)
  }
  const isOther = 'it is not a result of criba select'
  if (result?.command !== 'select' || !('spec' in result && 'selected' in result)) throw unreadable(isOther)
  // The schema says where a fault is.
  const fault = faultOf(result)
  if (fault) throw unreadable(fault)
  if (!isResult(result as SelectResult)) throw unreadable(isOther)
  return result as SelectResult
}

/**
 * The first place where a result of `criba select` is not as the schema of results says; null where there is
 * none. A part of the spec that is wrong comes before one that is not there, which criba of before did not
 * write.
 */
function faultOf(result: Partial<SelectResult>): string | null {
  // The build makes this file of the schema, and the bundler is not to look for it.
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  const isValid = require('./is-selection.cjs') as ValidateFunction
  if (isValid(result)) return null
  const first = errorIn(isValid)
  const error = first.instancePath === '/spec' && first.keyword === 'required' ? otherThan(first) : first
  const { instancePath, keyword, message } = error
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the result'
  return `${place} ${keyword.endsWith('Of') ? 'has another form than criba writes' : message!.replaceAll(',', ' or ')}`

  function otherThan(missing: ErrorObject): ErrorObject {
    const defaults = Object.entries(selectParts).map(([name, { settle }]) => [name, settle(name, undefined)])
    const spec = { ...(Object.fromEntries(defaults) as object), ...result.spec }
    if (isValid({ ...result, spec })) return missing
    const other = errorIn(isValid)
    // Some parts have a default that depends on others.
    const [, , part] = other.instancePath.split('/')
    return part === undefined || Object.hasOwn(result.spec!, part) ? other : missing
  }
}

/** The last error is the outermost: those of the variants of a part come before that of the part. */
function errorIn({ errors }: ValidateFunction): ErrorObject {
  return errors!.at(-1)
}
