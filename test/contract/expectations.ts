import type { FeatureScore } from 'criba'
import { expect } from 'vitest'

/** The same bits. */
export const exact = 0

/** Equal within a tolerance, relative to the expected value, or absolute below 1; 0 requires the same bits. */
export function expectNear(
  actual: number | null | undefined,
  expected: number | null | undefined,
  tolerance: number,
  what: string,
): void {
  if (Object.is(actual, expected)) return
  if (
    actual === expected ||
    tolerance === exact ||
    typeof actual !== 'number' ||
    typeof expected !== 'number'
  ) {
    expect(actual, what).toBe(expected)
    return
  }
  const allowed = tolerance * Math.max(1, Math.abs(expected))
  const difference = Math.abs(actual - expected)
  // An expectation costs more than most of what is compared.
  if (!(difference <= allowed)) expect.fail(`${what}: ${actual} for ${expected}, ${difference} apart`)
}

/** Equal score, p and n of every feature of `expected`, and equal rank unless `ranks` is false. */
export function expectSame(
  actual: ReadonlyMap<string, FeatureScore>,
  expected: ReadonlyMap<string, FeatureScore>,
  tolerance: number,
  { ranks = true }: { ranks?: boolean } = {},
): void {
  expect(expected.size).toBeGreaterThan(0)
  for (const [feature, wanted] of expected) {
    const found = actual.get(feature)
    if (!found) expect.fail(`${feature} is not there`)
    expectNear(found.score, wanted.score, tolerance, `score of ${feature}`)
    // Other rows have other permutations.
    if (isOfLaw(found) && isOfLaw(wanted))
      expectNear(found.pValue, wanted.pValue, tolerance, `p of ${feature}`)
    else expect([found.pValue, wanted.pValue].every(Number.isFinite), `p of ${feature}`).toBe(true)
    expectNear(found.n, wanted.n, exact, `n of ${feature}`)
    if (ranks) expectNear(found.rank, wanted.rank, exact, `rank of ${feature}`)
  }
}

/** Whether a p-value is of a distribution, or there is none. */
function isOfLaw({ pFrom }: FeatureScore): boolean {
  return pFrom === undefined || pFrom === 'law' || pFrom === 'exact'
}

/** Plain data throughout: nothing that JSON cannot say, NaN least of all. Infinities are named apart. */
export function expectPlain(value: unknown): void {
  expect(notPlain(value, 'result')).toEqual([])
}

/** Where a value holds what JSON cannot say. */
function notPlain(value: unknown, path: string): readonly string[] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return []
  if (typeof value === 'number') return Number.isNaN(value) ? [`${path} is NaN`] : []
  if (typeof value !== 'object') return [`${path} is ${typeof value}`]
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype && !Array.isArray(value))
    return [`${path} is not plain`]
  return Object.entries(value).flatMap(([key, part]) => notPlain(part, `${path}.${key}`))
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
