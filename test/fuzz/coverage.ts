import { expect, it } from 'vitest'
import { discretisers, missingPolicies } from '../../dist/src/spec/rank-spec.js'

/** With this many tables, every method and option must have given a result. */
const enough = 1000

/** Collects the methods and options that gave results, and checks at the end that none is missing. */
export class Coverage {
  readonly #seen = new Set<string>()

  readonly add = (...names: readonly (string | null)[]) => {
    for (const name of names) if (name !== null) this.#seen.add(name)
  }

  checks(what: string, names: readonly string[]): void {
    const tables = Number(process.env['CRIBA_TABLES'] ?? enough)
    it.skipIf(tables < enough)(`${what}, policy for missing values and discretiser gave a result`, () => {
      const all = [...names, ...missingPolicies, ...discretisers]
      expect(all.filter((name) => !this.#seen.has(name))).toEqual([])
    })
  }
}
