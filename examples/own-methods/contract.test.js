import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rank, select, tableFromColumns } from 'criba'
import { learnerContract, rankContract, searchContract } from 'criba/contract'
import { epsilonSquared, median, randomisedGreedy } from './index.js'

const laws = {
  'epsilon-squared': rankContract(epsilonSquared),
  'randomised-greedy': searchContract(randomisedGreedy),
  median: learnerContract(median, 'regression'),
}

for (const [name, held] of Object.entries(laws)) {
  describe(name, () => {
    for (const { name, check } of held) it(name, check)
  })
}

describe('epsilon-squared', () => {
  const table = tableFromColumns({ drug: ['a', 'a', 'b', 'b'], ward: ['p', 'q', 'p', 'q'], pain: [1, 3, 5, 7] })

  it('is that of a layout by hand', async () => {
    // Σ(y − ȳ)² = 20; within a and b 2 + 2 = 4; ε² = 1 − (4/2)/(20/3).
    const { rankings } = await rank(table, { target: 'pain', by: [epsilonSquared] })
    const [drug, ward] = rankings[0].scores.map(({ score }) => score ?? NaN)
    assert.ok(Math.abs(drug - 0.7) < 1e-12)
    assert.ok(Math.abs(ward - -0.2) < 1e-12)
  })

  it('is η² without the correction', async () => {
    const { rankings } = await rank(table, { target: 'pain', by: [epsilonSquared({ adjusted: false })] })
    assert.equal(rankings[0].scores[0].score, 0.8)
  })
})

describe('randomised-greedy', () => {
  it('chooses as forward does if the second best is never taken', async () => {
    const table = tableFromColumns({ a: [1, 2, 3, 4, 5, 6], b: [2, 1, 2, 1, 1, 2], c: [1, 1, 2, 2, 3, 3], y: [1, 2, 3, 4, 5, 6] })
    const spec = /** @type {const} */ ({ target: 'y', criterion: 'sse', k: 2, evidence: false, asIs: true })
    const own = await select(table, { ...spec, search: randomisedGreedy({ second: 0 }) })
    const forward = await select(table, { ...spec, search: 'forward' })
    assert.deepEqual(own.selected, forward.selected)
  })
})
