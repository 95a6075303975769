import { discretisers, missingPolicies } from '../../dist/src/core/spec/rank-spec.js'
import type { Call } from './calls.ts'

/** The methods and options of which each has to give a result. */
export interface Wanted {
  readonly what: string
  readonly names: readonly string[]
  /** Those that a call and its result have. */
  readonly of: (call: Call, result: object) => readonly (string | null)[]
}

/** Collects the methods and options that gave results. */
export class Coverage {
  readonly #wanted: Wanted
  readonly #seen = new Set<string>()

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  add(call: Call, result: object): void {
    for (const name of this.#wanted.of(call, result)) if (name !== null) this.#seen.add(name)
  }

  has(name: string): boolean {
    return this.#seen.has(name)
  }

  /** Those that gave no result yet. */
  missing(): readonly string[] {
    return [...this.#wanted.names, ...missingPolicies, ...discretisers].filter((name) => !this.has(name))
  }
}
