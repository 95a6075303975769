import { tableFromColumns } from 'criba'
import { expect } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { score, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { a, columns, kind, label, rows, timeless } from './evidence-data.ts'

/** Targets of noise: the score by chance, and the one that columns chosen from all rows have at least. */
export const learned = [
  { isClass: true, criterion: 'mim', chance: 0.5, spread: 0.15, flattered: 0.75 },
  { isClass: false, criterion: 'f-regression', chance: 0, spread: 0.1, flattered: 0.3 },
] as const

/** Evidence of columns chosen of noise is at chance level, and their score from all rows is not. */
export async function expectChance(
  { isClass, criterion, chance, spread, flattered }: (typeof learned)[number],
  features: number,
  folds: number,
): Promise<void> {
  const dice = randomOf(5)
  const few = Array.from({ length: 40 }, (_, row) => row)
  const many = Object.fromEntries(
    Array.from({ length: features }, (_, i) => [`x${i}`, few.map(() => dice())] as const),
  )
  const target = isClass ? few.map((row) => (row % 2 ? 'yes' : 'no')) : few.map(() => dice())
  const table = tableFromColumns({ ...many, target })
  const { evidence, selected } = await select(table, {
    target: 'target',
    criterion,
    k: 8,
    evidence: { folds },
  })
  expect(evidence!.selected.mean).toBeLessThan(chance + spread)
  expect(new Set(evidence!.folds.flatMap((fold) => fold.features)).size).toBeGreaterThan(8)
  const filtered = await select(table, {
    target: 'target',
    criterion,
    prefilter: `${isClass ? 'mutual-information' : criterion}:top=8`,
    stop: 'none',
    search: 'forward',
    evidence: { folds },
  })
  expect(filtered.selected).toHaveLength(8)
  expect(filtered.evidence!.selected.mean).toBeLessThan(chance + spread)
  const leaking = await score(table, { target: 'target', features: selected, by: ['cv'], bins: 4 })
  expect(leaking.scores[0].score).toBeGreaterThan(flattered)
}

const holed = tableFromColumns({
  ...columns,
  a: a.map((value, row) => (row % 9 === 2 ? null : value)),
  kind: kind.map((value, row) => (row % 11 === 5 ? null : value)),
  label,
  n: rows.map((row) => row % 3),
})

/** Policies, weights, discretisers and searches that evidence takes as the selection does. */
export const asked: readonly SelectSpec[] = [
  { missing: 'complete' },
  { missing: 'median', weights: 'n' },
  { missing: 'level', drop: ['n'] },
  { discretise: 'mdl', drop: ['n'] },
  { criterion: 'cv', search: 'exhaustive', drop: ['n'], landscape: 3 },
  { criterion: 'delta-test', drop: ['n', 'kind'], types: { label: 'categorical' } },
  { criterion: 'variance', k: 2, drop: ['n'] },
  { prefilter: 'mutual-information:top=3', drop: ['n'] },
  { startFrom: 'cmim', drop: ['n'] },
  { keep: ['c'], groups: { two: ['a', 'b'] }, drop: ['n'], budget: { evals: 9 } },
]

/** Evidence is there, its scores are finite, and, if asked, the spec of the result gives it again. */
export async function expectEvidence(
  spec: SelectSpec,
  wanted: true | { readonly folds: number },
  isRecreated = true,
): Promise<void> {
  const target = spec.criterion === 'delta-test' ? 'c' : 'label'
  const result = await select(holed, { target, ...spec, evidence: wanted })
  const { evidence } = result
  expect(evidence, JSON.stringify([spec, result.warnings])).toBeDefined()
  for (const { all, selected, none } of evidence!.folds)
    expect([all, selected, none].every(Number.isFinite)).toBe(true)
  if (isRecreated) expect(timeless(await select(holed, result.spec))).toEqual(timeless(result))
}
