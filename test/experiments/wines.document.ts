import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lassoError, randomState, runExperiment } from 'criba/experiments'
import type { LassoRows } from 'criba/experiments'
import { afterAll, describe, expect, it } from 'vitest'
import { treeNeighbours } from '../../dist/experiments/madinabeitia/tree-neighbours.js'
import { schemaFaults } from '../messy/schema.ts'

describe('the lasso', () => {
  const [header, ...lines] = readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const order = randomState(13).permutation(lines.length)
  const tested = Math.ceil(0.2 * lines.length)
  const part = (columns: readonly string[], rows: readonly number[]): LassoRows => ({
    rows: rows.map((row) => columns.map((name) => Number(lines[row][header.indexOf(name)]))),
    target: rows.map((row) => Number(lines[row][header.indexOf('progression')])),
  })
  const errorOn = (columns: readonly string[]) =>
    lassoError(part(columns, order.slice(tested)), part(columns, order.slice(0, tested)))

  // LassoCV(cv=5, eps=0.01) after train_test_split(test_size=0.2, random_state=13), scikit-learn 1.2.1.
  it('has the test error of scikit-learn', () => {
    expect(errorOn(header.filter((name) => name !== 'sex' && name !== 'progression'))).toBeCloseTo(
      3345.991664595039,
      8,
    )
    expect(errorOn(['bmi'])).toBeCloseTo(4090.465445080041, 8)
  })
})

describe('the k-d tree', () => {
  const { uniform } = randomState(1)
  const columns = (digits: number) =>
    Array.from({ length: 3 }, () => Array.from({ length: 300 }, () => Math.round(uniform() * digits)))
  const distancesFrom = (of: readonly (readonly number[])[], row: number) =>
    of[0].map((_, other) => of.reduce((sum, values) => sum + (values[other] - values[row]) ** 2, 0))

  it('finds the nearest other row where none are tied', () => {
    const of = columns(1e9)
    const neighbourOf = treeNeighbours(of, 300)
    for (let row = 0; row < 300; row++) {
      const distances = distancesFrom(of, row).map((distance, other) => (other === row ? Infinity : distance))
      expect(neighbourOf(row)).toBe(distances.indexOf(Math.min(...distances)))
    }
  })

  it('finds one of the nearest rows where some are tied, or the row itself among its copies', () => {
    const of = columns(4)
    const neighbourOf = treeNeighbours(of, 300)
    for (let row = 0; row < 300; row++) {
      const distances = distancesFrom(of, row)
      expect(distances[neighbourOf(row)]).toBe([...distances].sort((a, b) => a - b)[1])
    }
  })
})

describe('the experiment of the wines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'criba-wines-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, columns: number) => {
    const { uniform } = randomState(2)
    const names = Array.from({ length: columns }, (_, i) => (i === columns - 1 ? 'quality' : `m${i}`))
    const rows = Array.from({ length: 80 }, () => {
      const values = names.slice(1).map(() => Math.round(uniform() * 20) / 10)
      return [...values, Math.round(3 + values[2] + uniform())].join(';')
    })
    const path = join(folder, name)
    writeFileSync(path, [names.join(';'), ...rows].join('\n'))
    return path
  }

  it('runs on a file of its own', async () => {
    const result = await runExperiment('wine-red', { data: file('wines.csv', 12) })
    expect(schemaFaults(result)).toEqual([])
    const [published, honest, study] = result.tables
    expect(published.rows.map(([by]) => by)).toEqual(['all columns', 'MI', 'DT', 'MI-DT'])
    expect(study.rows).toHaveLength(64)
    // m2 decides the quality, up to noise: what the rightly summed delta test finds has it.
    expect(String(honest.rows.find(([by]) => by === 'delta test')![2]).split(', ')).toContain('m2')
  })

  it('needs a file, with eleven measurements and the quality', async () => {
    await expect(runExperiment('wine-red')).rejects.toThrow(
      'missing data: wine-red needs winequality-red.csv of Cortez et al. (2009), UCI Machine Learning Repository (--data file.csv)',
    )
    await expect(runExperiment('wine-red', { data: file('few.csv', 4) })).rejects.toThrow(
      /has 4 columns \(needs the wines' 11, and their quality as the last\)/,
    )
  })
})
