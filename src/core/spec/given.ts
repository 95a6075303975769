import { CribaError } from './error.ts'

/* Programs without types give anything: what is no part of a spec is refused by name, with what the part needs. */

/** A text in a spec, null if it is not given. */
export function textIn(name: string, given: unknown, needs: string): string | null {
  if (given === null || given === undefined) return null
  if (typeof given === 'string') return given
  throw invalidPart(name, given, needs)
}

/** A list in a spec, null if it is not given. A text is refused: it would count as a list of its letters. */
export function listIn(name: string, given: unknown): readonly unknown[] | null {
  if (given === null || given === undefined) return null
  if (Array.isArray(given)) return given as readonly unknown[]
  throw invalidPart(name, given, 'a list')
}

/** A list of names in a spec, null if it is not given. */
export function namesIn(name: string, given: unknown): readonly string[] | null {
  const list = listIn(name, given)
  const place = list?.findIndex((one) => typeof one !== 'string') ?? -1
  if (place >= 0) throw invalidPart(name, list![place], 'names')
  return list as readonly string[] | null
}

/** An object with a value for each name in a spec, null if it is not given. A map has no such values. */
export function recordIn(name: string, given: unknown, needs?: string): object | null {
  return given === null || given === undefined ? null : objectIn(name, given, needs)
}

/** An object that has to be given. */
export function objectIn(name: string, given: unknown, needs = 'an object'): object {
  if (isRecord(given)) return given
  throw invalidPart(name, given, needs)
}

/** A list of names that has to be given. */
export function givenNames(name: string, given: unknown): readonly string[] {
  const names = namesIn(name, given)
  if (names) return names
  throw invalidPart(name, given, 'a list of names')
}

/** Refuses what is no table, by the rows and columns that it has. */
export function checkTable(given: unknown, needs = 'a table, as readTable returns it'): void {
  if (given instanceof Promise) throw noData('a promise (await it first)')
  const { columns, rows } = (given ?? {}) as { readonly columns?: unknown; readonly rows?: unknown }
  if (!Array.isArray(columns) || typeof rows !== 'number') throw noData(`what is given (needs ${needs})`)
}

function noData(why: string): CribaError {
  return new CribaError('invalid', `invalid data: ${why}`)
}

const methodInWords = 'a name, or { method, options }'

/** What an object of a method may have; `note` is that of a spec in a result. */
const partsOfMethod = new Set(['method', 'options', 'note'])

/**
 * A method in a spec, null if it is not given: its name, an object of its name and options, or what `isOwn`
 * takes. Whether there is a method of this name is checked where it is used.
 */
export function methodIn(name: string, given: unknown, isOwn?: (given: object) => boolean): unknown {
  if (given === null || given === undefined) return null
  if (isMethod(given, isOwn)) return given
  throw invalidPart(name, given, methodInWords)
}

/** A list of methods in a spec, null if it is not given. What brings the record of a method is a function. */
export function methodsIn(name: string, given: unknown): readonly unknown[] | null {
  const list = listIn(name, given)
  const isFunction = (own: object) =>
    typeof own === 'function' && (!('criterion' in own) || bringsRecord(own, 'criterion'))
  const place = list?.findIndex((one) => !isMethod(one, isFunction)) ?? -1
  if (place >= 0) throw invalidPart(name, list![place], methodInWords)
  return list
}

/** An option beside `method`, not in its options, would be ignored: it makes the object no method. */
function isMethod(given: unknown, isOwn: (given: object) => boolean = () => false): boolean {
  if (typeof given === 'string') return true
  if ((isRecord(given) || typeof given === 'function') && isOwn(given)) return true
  if (!isRecord(given)) return false
  const { method, options } = given as { readonly method?: unknown; readonly options?: unknown }
  const isComplete = typeof method === 'string' && (options === undefined || isRecord(options))
  return isComplete && Object.keys(given).every((part) => partsOfMethod.has(part))
}

export function invalidPart(name: string, given: unknown, needs: string): CribaError {
  return new CribaError('invalid', `invalid ${name}: ${shownValue(given)} (needs ${needs})`)
}

/** Whether it is an object that can have parts: no list, map or promise. */
export function isRecord(given: unknown): given is object {
  return Object.prototype.toString.call(given) === '[object Object]'
}

/** As many letters of a value as a message shows. */
const mostLetters = 200

/** A value in a message, whatever it is. */
export function shownValue(given: unknown): string {
  if (given === '') return 'nothing'
  if (Array.isArray(given))
    return given.length === 0
      ? 'an empty list'
      : shortened(given.slice(0, mostLetters).map(shownItem).join(','))
  return shownItem(given)
}

function shownItem(given: unknown): string {
  if (Array.isArray(given)) return 'a list'
  if (typeof given === 'function') return 'a function'
  return typeof given === 'object' && given !== null ? 'an object' : shortened(String(given))
}

function shortened(text: string): string {
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}

/** Whether something brings the record of a method under a name, as its function does. */
export function bringsRecord(given: object, name: 'criterion' | 'search'): boolean {
  const record = (given as Readonly<Record<string, unknown>>)[name]
  if (!isRecord(record)) return false
  const { id, options, run, needs, fold, better } = record as Readonly<Record<string, unknown>>
  if (typeof id !== 'string' || !isRecord(options)) return false
  if (name === 'search') return typeof run === 'function'
  const isBetter = better === 'higher' || better === 'lower'
  return isBetter && typeof needs === 'function' && typeof fold === 'function'
}
