/**
 * The first object of each content. Where they would need more than a number of bytes, all are forgotten, and the next of each
 * content is the first.
 */
export class Firsts<T> {
  readonly #most: number
  readonly #first = new Map<string, T>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): T | undefined {
    return this.#first.get(key)
  }

  /** Adds the first object of a content, and the bytes that a source keeps for it. */
  add(key: string, first: T, bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#most) {
      this.clear()
      this.#bytes = bytes
    }
    this.#first.set(key, first)
  }

  clear(): void {
    this.#first.clear()
    this.#bytes = 0
  }
}
