import { CribaError } from './error.ts'

/** Records that users define. Each is known by its name from then on, in this thread; a second one of a name replaces the first. */
export class Definitions<R extends { readonly id: string }> {
  readonly #what: string
  readonly #records = new Map<string, R>()

  /** `what` the records are, in messages. */
  constructor(what: string) {
    this.#what = what
  }

  /** @throws CribaError if the name cannot stand in a spec */
  add(record: R): void {
    const { id } = record
    if (typeof id !== 'string' || !/^[\p{L}\p{N}._-]+$/u.test(id)) {
      throw new CribaError(
        'invalid',
        `invalid id of a ${this.#what}: ${String(id)} (needs letters, digits, hyphens, dots or underscores)`,
      )
    }
    this.#records.set(id, record)
  }

  /**
   * The record of that name: the library's, if that has one, or the user's.
   *
   * @throws CribaError if both have one
   */
  find<K>(id: string, library: K | undefined): R | K | undefined {
    const own = this.#records.get(id)
    if (!own || !library) return library ?? own
    throw new CribaError(
      'invalid',
      `invalid id of a ${this.#what}: ${id} (the library has one; name yours otherwise)`,
    )
  }

  names(): readonly string[] {
    return [...this.#records.keys()]
  }
}
