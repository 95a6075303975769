import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank } from '../untyped.ts'

const rows = 60
const range = Array.from({ length: rows }, (_, row) => row)
/** Numbers without any order: multiples of an irrational, modulo 1. */
const scattered = (step: number) => range.map((row) => (row * step) % 1)
const y = range.map((row) => (row % 3 === 0 ? 'a' : 'b'))

async function warningsOf(columns: Record<string, unknown[]>, by = ['mutual-information']) {
  const { warnings } = await rank(tableFromColumns(columns), { target: 'y', by })
  return warnings.map(({ code, column }) => `${code} ${column ?? ''}`.trim())
}

describe('guards', () => {
  it('says nothing of ordinary columns', async () => {
    expect(await warningsOf({ u: scattered(0.6180339887), v: scattered(0.4142135623), y })).toEqual([])
  })

  it('warns of an identifier, by text or by whole number', async () => {
    const names = range.map((row) => `customer ${row}`)
    const numbers = range.map((row) => 1000 + ((row * 7) % rows))
    expect(await warningsOf({ names, numbers, u: scattered(0.618), y })).toEqual([
      'identifier names',
      'identifier numbers',
    ])
  })

  it('warns of a column that repeats the target under other names', async () => {
    const copy = y.map((level) => (level === 'a' ? 'yes' : 'no'))
    expect(await warningsOf({ copy, u: scattered(0.618), y })).toEqual(['target-copy copy'])
  })

  it('warns of a column on a line with a numeric target', async () => {
    const target = scattered(0.7071067811)
    const copy = target.map((value, row) => 5 - 2 * value + (row % 2) * 1e-4)
    expect(await warningsOf({ copy, u: scattered(0.618), y: target }, ['pearson'])).toEqual([
      'target-copy copy',
    ])
  })

  it('warns of columns that are copies of each other', async () => {
    const u = range.map((row) => `level ${(row * 5) % 7}`)
    const renamed = u.map((level) => `another ${level}`)
    expect(await warningsOf({ u, again: u, renamed, v: scattered(0.618), y })).toEqual([
      'duplicate again',
      'duplicate renamed',
    ])
  })

  it('warns where missing values predict the target', async () => {
    const holed = scattered(0.618).map((value, row) => (y[row] === 'a' ? null : value))
    const harmless = scattered(0.4142).map((value, row) => (row % 10 === 5 ? null : value))
    expect(await warningsOf({ holed, harmless, y })).toEqual(['missing-values', 'missingness holed'])
  })

  it('counts rows without a target', async () => {
    const target = y.map((level, row) => (row < 4 ? null : level))
    const { warnings } = await rank(tableFromColumns({ u: scattered(0.618), y: target }), { target: 'y' })
    expect(warnings).toEqual([
      {
        code: 'missing-target',
        column: 'y',
        message: 'the target is missing in 4 of 60 rows: they are left out',
      },
    ])
  })
})
