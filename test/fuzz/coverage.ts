import { expect, it } from 'vitest'
import { discretisers, missingPolicies } from '../../dist/src/spec/rank-spec.js'

/** So many tables meet everything. */
const enough = 1000

/** Collects what results were made by, and holds in the end that nothing is missing. */
export class Coverage {
  readonly #met = new Set<string>()

  readonly add = (...names: readonly (string | null)[]) => {
    for (const name of names) if (name !== null) this.#met.add(name)
  }

  holds(what: string, names: readonly string[]): void {
    const tables = Number(process.env['CRIBA_TABLES'] ?? enough)
    it.skipIf(tables < enough)(`${what}, policy for missing values and discretiser gave a result`, () => {
      const all = [...names, ...missingPolicies, ...discretisers]
      expect(all.filter((name) => !this.#met.has(name))).toEqual([])
    })
  }
}
