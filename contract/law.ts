import { CribaError } from '../src/index.ts'

/** One thing that holds of everything of its kind: `check` throws an error that says where it does not. */
export interface Law {
  readonly name: string
  readonly check: () => Promise<void>
}

/** Throws unless a condition holds. */
export function ensure(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

/** Throws unless two values are the same as JSON, to the last bit. */
export function ensureSame(one: unknown, other: unknown, what: string): void {
  const [a, b] = [one, other].map((value) => JSON.stringify(value))
  ensure(a === b, `${what}: ${a} and ${b}`)
}

/** Whether two numbers are equal up to rounding; two missing ones are. */
export function isNear(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1)
}

/** An error of criba says what a method does not take; any other is a defect. */
export function refusal(error: unknown): undefined {
  if (error instanceof CribaError) return undefined
  throw error
}

/** Refuses what is no function of a method with its record: laws would be tried of nothing. */
export function checkMethod(method: unknown, record: 'criterion' | 'search'): void {
  const known = (method as Readonly<Record<string, unknown>> | null | undefined)?.[record]
  if (typeof known !== 'object' || known === null)
    throw new CribaError('invalid', `invalid method: it has no ${record} (needs what defines one)`)
}

/** Refuses what is not the name of something defined before. */
export function checkName(what: string, name: unknown): void {
  if (typeof name !== 'string')
    throw new CribaError('invalid', `invalid ${what}: ${typeof name} (needs its name)`)
}
