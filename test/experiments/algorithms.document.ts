import { describe, it } from 'vitest'
import { runAllAlgorithms } from '../../dist/experiments/madinabeitia/all-algorithms.js'
import { runAlphaBeta } from '../../dist/experiments/madinabeitia/alpha-beta.js'
import { runRanks } from '../../dist/experiments/madinabeitia/ranks-of-target.js'
import { holdAllAlgorithms, holdAlphaBeta, holdRanksOfTarget } from './sized.ts'

// With eleven columns in slow.long.ts.
describe('all algorithms on example E', () => {
  it('have the published hits, and find x0, x1, x2 as defined, but for mRMR', () =>
    holdAllAlgorithms(6, runAllAlgorithms({}, 6)))
})

describe('the weights of MI-DT', () => {
  it('have the published hits: E always 100 %, D 60 % from α/β = 3.33 on (ejemploE_MIDT.csv, ejemploD_MIDT.csv)', () =>
    holdAlphaBeta(6, runAlphaBeta({}, 6)))
})

describe('the ranks of the target of G', () => {
  it('lead the delta test to five of seven columns, where the others find one or two', () =>
    holdRanksOfTarget(runRanks({}, 7)))
})
