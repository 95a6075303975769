import type { ChoiceMemory } from '../evidence/compare.ts'
import { Recent } from './recent.ts'
import { bytesOfValue } from './size.ts'

/** What methods chose in the comparisons of a session, in a bounded number of bytes. */
export class KeptChoices implements ChoiceMemory {
  readonly #kept: Recent<unknown>

  constructor(bytes: number) {
    this.#kept = new Recent(bytes)
  }

  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key)
    if (known !== undefined) return known as T
    const made = await make()
    this.#kept.set(key, made, bytesOfValue(made))
    return made
  }

  clear(): void {
    this.#kept.clear()
  }
}
