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
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(allowed)
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
    expect(found, feature).toBeDefined()
    expectNear(found!.score, wanted.score, tolerance, `score of ${feature}`)
    expectNear(found!.pValue, wanted.pValue, tolerance, `p of ${feature}`)
    expect(found!.n, `n of ${feature}`).toBe(wanted.n)
    if (ranks) expect(found!.rank, `rank of ${feature}`).toBe(wanted.rank)
  }
}

/** Plain data throughout: only what JSON can write, and no NaN. Infinities are allowed. */
export function expectPlain(value: unknown, path = 'result'): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    expect(Number.isNaN(value), `${path} is NaN`).toBe(false)
    return
  }
  expect(typeof value, path).toBe('object')
  const prototype: unknown = Object.getPrototypeOf(value)
  expect(
    prototype === null || prototype === Object.prototype || Array.isArray(value),
    `${path} is plain`,
  ).toBe(true)
  for (const [key, part] of Object.entries(value as object)) expectPlain(part, `${path}.${key}`)
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
