import { randomInt } from 'node:crypto'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly propertySeed: number
  }
}

/** Says once what the property tests of a run begin from: `CRIBA_SEED`, or any number. */
export default function chooseSeed({ provide }: TestProject): void {
  const seed = Number(process.env['CRIBA_SEED'] ?? randomInt(2 ** 31))
  provide('propertySeed', seed)
  process.stderr.write(`property tests: CRIBA_SEED=${seed} repeats them\n`)
}
