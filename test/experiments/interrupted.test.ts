import { experiments } from 'criba/experiments'
import { describe, expect, it } from 'vitest'
import { expectNothingFound } from './aborted.ts'

/** Experiments that take a moment. */
const quick = ['example-d', 'fisher-laplacian', 'xor-neighbours', 'contingency-tables']

describe('an interrupted experiment', () => {
  it.each(quick)('%s concludes nothing, wherever it is stopped', async (name) => {
    expect(experiments.map((one) => one.name)).toContain(name)
    for (const share of [0, 0.3]) await expectNothingFound(name, share)
  })
})
