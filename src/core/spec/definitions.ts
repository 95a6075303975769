import { CribaError } from './error.ts'

/** Records that users define. Each is known by its name from then on, in this thread; a second one of a name replaces the first. */
export class Definitions<R extends { readonly id: string }> {
  readonly #what: string
  readonly #records = new Map<string, R>()

  /** `what` the records are, in messages. */
  constructor(what: string) {
    this.#what = what
  }

  /** @throws CribaError if the library has the name, or it cannot stand in a spec */
  add(record: R, library: readonly string[]): void {
    const { id } = record
    if (typeof id !== 'string' || !/^[\p{L}\p{N}._-]+$/u.test(id)) {
      throw new CribaError(
        'invalid',
        `invalid id of a ${this.#what}: ${String(id)} (needs letters, digits, hyphens, dots or underscores)`,
      )
    }
    if (library.includes(id)) {
      throw new CribaError(
        'invalid',
        `invalid id of a ${this.#what}: ${id} (the library has one; name yours otherwise)`,
      )
    }
    this.#records.set(id, record)
  }

  find(id: string): R | undefined {
    return this.#records.get(id)
  }

  names(): readonly string[] {
    return [...this.#records.keys()]
  }
}
