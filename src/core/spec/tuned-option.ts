import { CribaError } from './error.ts'
import { parseMethod } from './method-text.ts'

/** An option of a method, or its `k`, and the values among which held-out rows choose. */
export interface TunedOption {
  readonly method: string
  readonly option: string
  readonly values: readonly (string | number)[]
}

/** The most values of an option that is tuned. */
const mostValues = 1000

/**
 * Reads `jmi:k=5..20`: a range, with a step as `5..50..5`, or values between slashes, `relieff:k=5/10/20`.
 */
export function settleTuned(given: string | TunedOption): TunedOption {
  if (typeof given !== 'string') return checked(given, `${given.method}:${given.option}`)
  const { method, options = {} } = parseMethod(given)
  const entries = Object.entries(options)
  if (entries.length !== 1) throw invalid(given, 'needs one option: jmi:k=5..20')
  const [[option, text]] = entries
  return checked({ method, option, values: valuesOf(String(text), given) }, given)
}

function valuesOf(text: string, given: string): TunedOption['values'] {
  const range = /^(\d+)\.\.(\d+)(?:\.\.(\d+))?$/.exec(text)
  if (!range) return text.split('/').map((value) => value.trim())
  const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)]
  if (to < from || step < 1) throw invalid(given, 'a range goes from the least to the most: 5..20')
  if ((to - from) / step >= mostValues) throw invalid(given, `more than ${mostValues} values`)
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
}

function checked(tuned: TunedOption, given: string): TunedOption {
  const { values } = tuned
  if (!Array.isArray(values) || values.length < 2)
    throw invalid(given, 'needs two or more values: 5..20 or 5/10/20')
  if (values.some((value) => value === '')) throw invalid(given, 'a value is empty')
  if (new Set(values).size < values.length) throw invalid(given, 'a value is given twice')
  return tuned
}

function invalid(given: string, why: string): CribaError {
  return new CribaError('invalid', `invalid tune: ${given} (${why})`)
}
