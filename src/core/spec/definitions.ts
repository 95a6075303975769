import { CribaError } from './error.ts'
import { objectIn, shownValue } from './given.ts'
import { checkOption } from './options.ts'
import type { OptionTable } from './options.ts'

/** The ids of all that was defined in this thread. */
const defined = new Set<string>()

/** Whether a text of a spec names what was defined in this thread: no other thread knows it. */
export function namesDefinition(text: string): boolean {
  return defined.size > 0 && text.split(/[^\p{L}\p{N}._-]+/u).some((word) => defined.has(word))
}

/**
 * Records that users define. Each is known by its name from then on, in this thread; a second one of a name
 * replaces the first.
 */
export class Definitions<R extends { readonly id: string; readonly options?: OptionTable }> {
  readonly #what: string
  readonly #records = new Map<string, R>()

  readonly #functions: readonly string[]

  /** `what` the records are, in messages, and the functions that each has. */
  constructor(what: string, functions: readonly string[] = []) {
    this.#what = what
    this.#functions = functions
  }

  /** @throws CribaError if the library has the name, it cannot stand in a spec, or a default of an option is none that the option takes */
  add(record: R, library: readonly string[]): void {
    const { id, options = {} } = objectIn(this.#what, record) as R
    objectIn(`options of a ${this.#what}`, options)
    if (typeof id !== 'string' || !/^[\p{L}\p{N}._-]+$/u.test(id)) {
      throw new CribaError(
        'invalid',
        `invalid id of a ${this.#what}: ${shownValue(id)} (needs letters, digits, hyphens, dots or underscores)`,
      )
    }
    for (const name of this.#functions) {
      if (typeof (record as Readonly<Record<string, unknown>>)[name] !== 'function')
        throw new CribaError('invalid', `invalid ${this.#what}: ${id} has no function ${name}`)
    }
    if (library.includes(id)) {
      throw new CribaError(
        'invalid',
        `invalid id of a ${this.#what}: ${id} (the library has one; name yours otherwise)`,
      )
    }
    for (const [name, rule] of Object.entries(options)) {
      objectIn(`option ${name} of ${id}`, rule)
      // An option without a default has to be given.
      if (rule.default !== undefined) checkOption(`default of ${name} of ${id}`, rule, rule.default)
    }
    this.#records.set(id, record)
    defined.add(id)
  }

  find(id: string): R | undefined {
    return this.#records.get(id)
  }

  names(): readonly string[] {
    return [...this.#records.keys()]
  }
}
