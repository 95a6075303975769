import { score, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { select as withEvidence } from 'criba'
import { randomOf } from '../contract/tables.ts'

const random = randomOf(2)
const y = Array.from({ length: 60 }, (_, row) => row % 2)
const table = (weight: (row: number) => number) =>
  tableFromColumns({
    a: y.map((label) => label + random()),
    b: y.map(() => random()),
    w: y.map((_, row) => weight(row)),
    y: y.map(String),
  })
const codes = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
  warnings.map(({ code }) => code)
const spec = { target: 'y', weights: 'w' } as const

describe('weights where rows are assigned to folds', () => {
  it('give a warning once, by cv or by the evidence', async () => {
    const weighted = table((row) => 1 + (row % 3))
    const scored = await score(weighted, { ...spec, features: ['a', 'b'], by: ['cv'] })
    expect(codes(scored).filter((code) => code === 'weighted-folds')).toHaveLength(1)
    const chosen = await select(weighted, { ...spec, criterion: 'cv', search: 'forward' })
    expect(codes(chosen)).toContain('weighted-folds')
    const shown = await withEvidence(weighted, { ...spec, k: 1, evidence: true })
    expect(codes(shown).filter((code) => code === 'weighted-folds')).toHaveLength(1)
  })

  it('give no warning where they only leave rows out, or there are no folds', async () => {
    const some = table((row) => (row < 50 ? 1 : 0))
    expect(codes(await score(some, { ...spec, features: ['a'], by: ['cv'] }))).not.toContain('weighted-folds')
    const weighted = table(() => 2)
    expect(
      codes(await score(weighted, { ...spec, features: ['a'], by: ['joint-mi:estimator=plug-in'] })),
    ).not.toContain('weighted-folds')
  })
})
