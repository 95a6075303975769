import { CribaError } from 'criba'
import type { Run, Source, Table } from 'criba'
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { toJson } from '../../dist/src/report/json.js'
import { makeCall } from './calls.ts'
import type { Call } from './calls.ts'
import { differencesBetween } from './differences.ts'

/** The most seconds of CPU that a call on a small table may take. */
const mostSeconds = 60

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as { definitions: Record<string, object> }
const ajv = new Ajv({ allErrors: false, strict: false })
ajv.addSchema(schema, 'criba')

/** The outcome of a call: a result, or the error of a refusal. */
export interface Outcome {
  readonly result?: object
  readonly error?: { readonly code: string; readonly message: string }
}

/** Makes a call and lists what is wrong with its outcome on any table. */
export async function checkCall(
  call: Call,
  data: Table | Source,
  run: Run = {},
): Promise<{ readonly outcome: Outcome; readonly broken: readonly string[] }> {
  const start = process.cpuUsage()
  try {
    const result = await makeCall(call, data, run)
    return { outcome: { result }, broken: [...slowness(start), ...faultsOf(call, result)] }
  } catch (error) {
    if (!(error instanceof CribaError)) {
      const { stack } = error as Error
      return { outcome: {}, broken: [`a raw exception: ${stack ?? String(error)}`] }
    }
    const { code, message } = error
    return {
      outcome: { error: { code, message } },
      broken: [...slowness(start), ...faultsOfMessage(message)],
    }
  }
}

/** The differences of two outcomes that should be equal; a tolerance of 0 requires the same bits. */
export function differencesOf(one: Outcome, other: Outcome, tolerance: number): readonly string[] {
  return differencesBetween(withoutSource(one), withoutSource(other), tolerance)
}

function slowness(start: NodeJS.CpuUsage): string[] {
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1e6
  return seconds > mostSeconds ? [`it took ${seconds.toFixed(1)} s of CPU (at most ${mostSeconds})`] : []
}

function faultsOfMessage(message: string): string[] {
  const words = message.replace('infinite or NaN values', '')
  const isPlain = !/[\n\r\u2028\u2029]/.test(message) && !/NaN|undefined|\[object/.test(words)
  return isPlain ? [] : [`no plain line: ${message}`]
}

/** NaN in a result, and violations of the schema. */
function faultsOf({ name }: Call, result: object): string[] {
  const faults = [...notNumbers(result, 'result')]
  const { warnings } = result as { warnings: readonly { readonly message: string }[] }
  const ofWarnings = warnings.flatMap(({ message }) => faultsOfMessage(message))
  return [...faults, ...ofWarnings, ...(name in schema.definitions ? refusals(name, result) : [])].slice(0, 5)
}

function refusals(name: string, result: object): string[] {
  const validate = ajv.getSchema(`criba#/definitions/${name}`)!
  if (validate(JSON.parse(toJson(result)))) return []
  return validate.errors!.map(({ instancePath, message }) => `schema: ${instancePath} ${message}`)
}

function* notNumbers(value: unknown, path: string): Generator<string> {
  if (typeof value === 'number' && Number.isNaN(value)) yield `${path} is NaN`
  if (value === undefined) yield `${path} is undefined`
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) yield* notNumbers(part, `${path}.${key}`)
}

/** The outcome without what depends on the source or differs from call to call. */
function withoutSource({ result, error }: Outcome): Outcome {
  if (!result) return { ...(error && { error }) }
  const { data, methods, ...rest } = result as { data?: object; methods?: readonly object[] }
  // A comparison says how long each method took.
  const compared = methods && { methods: methods.map((method) => ({ ...method, seconds: 0 })) }
  return { result: { ...rest, ...compared, data: { ...data, source: null }, seconds: 0 } }
}
