/**
 * The first object of each content. Where they would need more than a number of bytes, all are forgotten, and
 * the next of each content is the first; an object that was looked up before keeps the first that it had.
 */
export class Firsts<T extends object> {
  readonly #most: number
  readonly #keyOf: (object: T) => string
  readonly #byKey = new Map<string, T>()
  /** The first of each object that was looked up: found without a key, and as long as the object lives. */
  readonly #byObject = new WeakMap<T, T>()
  #bytes = 0

  constructor(most: number, keyOf: (object: T) => string) {
    this.#most = most
    this.#keyOf = keyOf
  }

  /** The first object of equal content, if there is one. */
  get(object: T): T | undefined {
    const known = this.#byObject.get(object)
    if (known) return known
    const first = this.#byKey.get(this.#keyOf(object))
    if (first) this.#byObject.set(object, first)
    return first
  }

  /** Makes `first`, of equal content, the first of an object; a source keeps so many bytes for it. */
  add(object: T, first: T, bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#most) {
      this.clear()
      this.#bytes = bytes
    }
    this.#byKey.set(this.#keyOf(object), first)
    this.#byObject.set(object, first)
  }

  clear(): void {
    this.#byKey.clear()
    this.#bytes = 0
  }
}
