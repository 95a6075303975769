import { CribaError } from '../src/index.ts'

/* Programs without types give anything: what no experiment can use is refused by name. */

/** Refuses what is no whole number of at least `min`. */
export function checkWhole(name: string, given: unknown, min: number, max = Number.MAX_SAFE_INTEGER): void {
  if (Number.isInteger(given) && (given as number) >= min && (given as number) <= max) return
  throw invalid(name, given, `a whole number, ${min} or more`)
}

/** Refuses what is no name, such as one that a message could not show. */
export function checkName(what: string, given: unknown): void {
  if (typeof given !== 'string') throw invalid(what, given, 'a name')
}

/** Refuses what is no object. */
export function checkObject(name: string, given: unknown): void {
  if (typeof given !== 'object' || given === null) throw invalid(name, given, 'an object')
}

/** Refuses what is no list of numbers. */
export function checkNumbers(name: string, given: unknown): void {
  if (!Array.isArray(given) || given.some((one) => typeof one !== 'number'))
    throw invalid(name, given, 'a list of numbers')
}

/** Refuses what is no list of lists of numbers that have one length. */
export function checkMatrix(name: string, given: unknown): void {
  if (!Array.isArray(given)) throw invalid(name, given, 'a list of lists of numbers')
  const lists: readonly unknown[] = given
  for (const list of lists) checkNumbers(name, list)
  if (new Set(lists.map((list) => (list as readonly number[]).length)).size > 1)
    throw invalid(name, given, 'lists of one length')
}

function invalid(name: string, given: unknown, needs: string): CribaError {
  const shown = ['number', 'string', 'boolean'].includes(typeof given) ? String(given) : typeof given
  return new CribaError('invalid', `invalid ${name}: ${shown} (needs ${needs})`)
}
