import { CribaError, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { levelTable, manyColumns, outcomeOf, variants } from './plain-steps.ts'
import { holdManyColumns, holdStepLaws, mapColumns, spec } from './step-laws.ts'
import { rank, selectAsIs as select } from '../untyped.ts'

// More tables, steps and runs in steps.long.ts.
holdStepLaws({ seeds: [1], lazy: { columns: 80, k: 8 }, k: 3, engine: { columns: 9, k: 2, of: 3 }, runs: 1 })
holdManyColumns(2, 3_000)

describe('a score that can rise once', () => {
  // y is a or b, not both, but for some rows that follow a; every noise column has more information on it than b.
  const random = randomOf(9)
  const bits = () => Array.from({ length: 1200 }, () => (random() < 0.5 ? '0' : '1'))
  const [a, b] = [bits(), bits()]
  const y = a.map((bit, row) => (row % 4 === 0 ? bit : bit === b[row] ? '0' : '1'))
  const flips = y.map((_, row) => row % 8 === 0)
  const noise = Array.from({ length: 60 }, () =>
    bits().map((bit, row) => (flips[row] && random() < 0.5 ? y[row] : bit)),
  )
  const columns = { a, ...Object.fromEntries(noise.map((one, i) => [`noise${i}`, one])), b, y }

  it.each(['cmim:clamp=false', 'jmim', 'njmim'])('is not bounded by what it was: %s', async (criterion) => {
    const given = { target: 'y', k: 2, criterion } as const
    const { rankings } = await rank(levelTable(columns), { target: 'y' })
    expect(rankings[0].scores.findIndex(({ feature }) => feature === 'b')).toBeGreaterThan(40)
    const { selected } = await select(levelTable(columns), given)
    expect(selected.slice(0, 2).sort()).toEqual(['a', 'b'])
  })
})

describe('a weight', () => {
  it('counts rows, as repeating them does', async () => {
    const random = randomOf(4)
    const columns = manyColumns({ columns: 8, rows: 40 })
    const times = columns['y'].map(() => Math.floor(4 * random()))
    const repeated = mapColumns(columns, (levels) =>
      levels.flatMap((level, row) => new Array<string>(times[row]).fill(level)),
    )
    const weighted = tableFromColumns({ ...columns, w: times }, { '*': 'categorical', w: 'numeric' })
    for (const [, method, options] of variants) {
      const once = await select(weighted, { ...spec(method, options), weights: 'w' })
      expect(outcomeOf(once)).toEqual(outcomeOf(await select(levelTable(repeated), spec(method, options))))
    }
  })
})

describe('a criterion of candidates', () => {
  it('is no criterion of sets', async () => {
    const failure = await select(levelTable(manyColumns()), {
      target: 'y',
      criterion: 'cmim',
      search: 'exhaustive',
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CribaError)
    expect((failure as CribaError).message).toMatch(/^unsuitable search for cmim: /)
  })
})
