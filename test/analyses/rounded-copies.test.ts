import { rank, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { stepOf, widthOf } from '../../dist/src/analyses/profile/rounding.js'
import { randomOf } from '../contract/tables.ts'
import { draws, rounded } from '../messy/table-text.ts'
import { finder, findingsText } from './findings.ts'
import { isLong } from '../properties/runs.ts'

const found = finder()

const { normal, uniform, happens } = draws(81)
const rowsOf = (rows: number) => Array.from({ length: rows }, (_, row) => row)
const range = rowsOf(400)
const y = range.map(() => (happens(0.5) ? 'a' : 'b'))
const noise = range.map(() => normal())
const raw = range.map(() => 600 + 120 * normal())
const tenths = raw.map((value) => rounded(value, 1))

/** Halves go to the even neighbour, as numpy, R and SQL engines have it. */
function toEven(value: number): number {
  const floor = Math.floor(value)
  const rest = rounded(value - floor, 9)
  return rest < 0.5 || (rest === 0.5 && floor % 2 === 0) ? floor : floor + 1
}

describe('columns that repeat another but for rounding', () => {
  it('are reported, whatever the scale, the direction and the way of rounding', async () => {
    const inches = raw.map((value) => rounded(value / 25.4, 1))
    expect(await found({ raw, inches, noise, y })).toEqual({ raw: '', inches: 'copy raw', noise: '' })
    expect(await found({ inches, raw, y })).toEqual({ inches: 'copy raw', raw: '' })
    const [floor, turned] = [raw.map(Math.floor), raw.map((value) => -Math.ceil(value / 2))]
    expect(await found({ raw, floor, turned, y })).toEqual({
      raw: '',
      floor: 'copy raw',
      turned: 'copy raw',
    })
    const even = tenths.map(toEven)
    expect(await found({ tenths, even, y })).toEqual({ tenths: '', even: 'copy tenths' })
    const thirds = raw.map((value) => Math.round(value / 3) / 7)
    expect(await found({ raw, thirds, y })).toEqual({ raw: '', thirds: 'copy raw' })
  })

  it('are copies of the finest', async () => {
    const wholes = tenths.map(Math.round)
    const none = { noise: '' }
    expect(await found({ wholes, tenths, noise, y })).toEqual({ wholes: 'copy tenths', tenths: '', ...none })
    const copies = await found({ wholes: raw.map(Math.round), raw, tenths, noise, y })
    expect(copies).toEqual({ wholes: 'copy raw', raw: '', tenths: 'copy raw', ...none })
  })

  it('are reported with gaps in the same rows, and in no other', async () => {
    const gaps = raw.map((value, row) => (row % 9 === 0 ? null : value))
    const both = gaps.map((value) => value && Math.round(value))
    const other = raw.map((value, row) => (row % 9 === 1 ? null : Math.round(value)))
    expect(await found({ gaps, both, y })).toEqual({ gaps: '', both: 'copy gaps' })
    expect(await found({ gaps, other, y })).toEqual({ gaps: '', other: '' })
  })

  it('leave the coarse one where it is kept', async () => {
    const table = tableFromColumns({ raw, wholes: raw.map(Math.round), noise, y })
    const plain = await select(table, { target: 'y', method: 'jmi', k: 1 })
    const kept = await select(table, { target: 'y', method: 'jmi', k: 2, keep: ['wholes'] })
    const apart = [plain, kept].map(({ columns }) => columns.filter(({ setApart }) => setApart))
    expect(
      apart.map((records) => records.map((record) => `${record.name}: ${findingsText(record)}`)),
    ).toEqual([['wholes: copy raw'], ['raw: copy wholes']])
    expect(apart[1][0].findings![0].message).toBe('repeats wholes but for scale and rounding')
  })

  it('are reported of the target, rounded or a rounding, though another column is as informative', async () => {
    const nearly = raw.map((value) => value + 2 * normal())
    const wholes = raw.map((value) => Math.round(value))
    const columns = { wholes, nearly, noise }
    expect(await found({ ...columns, y: raw })).toEqual({
      wholes: 'target-copy y',
      nearly: 'leak',
      noise: '',
    })
    expect(await found({ raw, nearly, y: wholes })).toEqual({ raw: 'target-copy y', nearly: 'leak' })
    const { warnings } = await rank(tableFromColumns({ ...columns, y: raw }), { target: 'y' })
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toContain(
      'target-copy: column wholes repeats the target y but for scale and rounding',
    )
  })
})

describe('columns that are no copies', () => {
  const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))
  const expectNone = async (columns: Readonly<Record<string, readonly unknown[]>>, rows = 400) => {
    const classes = rowsOf(rows).map(() => (uniform() < 0.5 ? 'a' : 'b'))
    expect(await found({ ...columns, y: classes })).toEqual(none(Object.keys(columns)))
  }
  const walk = (rows: number, step: () => number) => {
    let at = 100
    return rowsOf(rows).map(() => rounded((at += step()), 2))
  }

  it.each([25, 60, 400])('prices: open, close, low and high, bid and ask, of %i days', async (days) => {
    const close = walk(days, normal)
    const open = close.map((value) => rounded(value + 0.02 * normal(), 2))
    const high = close.map((value, day) => rounded(Math.max(value, open[day]) + 0.1 * uniform(), 2))
    const bid = walk(days, normal)
    // A cent more, or now and then two.
    const ask = bid.map((value, day) => rounded(value + (day % 13 === 5 ? 0.02 : 0.01), 2))
    await expectNone({ close, open, high, bid, ask }, days)
  })

  it('counts of which a few differ by one', async () => {
    const ordered = range.map(() => Math.floor(200 * uniform()))
    const delivered = ordered.map((count, row) => (row % 40 === 7 ? count - 1 : count))
    await expectNone({ ordered, delivered })
  })

  it('places, sizes of one thing, sums that grow', async () => {
    const latitude = range.map(() => rounded(40 + uniform(), 4))
    const longitude = latitude.map((value) => rounded(0.9 * value - 40 + 0.02 * uniform(), 4))
    const radius = range.map(() => rounded(14 + 3 * normal(), 2))
    const perimeter = radius.map((value) => rounded(6.5 * value + 0.3 * normal(), 1))
    const area = radius.map((value) => Math.round(value * value))
    const grown = [1, 2, 3].map(() => {
      let sum = 0
      return range.map(() => (sum += Math.floor(10 * uniform())))
    })
    await expectNone({ latitude, longitude, radius, perimeter, area, grown: grown[0], other: grown[1] })
  })

  it('numbers on one grid, of which many are alike', async () => {
    const columns = Array.from({ length: 12 }, () => range.map(() => Math.floor(500 * uniform())))
    await expectNone(Object.fromEntries(columns.map((values, i) => [`n${i}`, values])))
  })

  it('what the same instrument measures twice', async () => {
    const again = raw.map((value) => Math.round(value + 0.3 * normal()))
    await expectNone({ raw, again })
  })

  it('what is rounded so that it loses information', async () => {
    const tens = raw.map((value) => 10 * Math.round(value / 10))
    await expectNone({ raw, tens })
  })

  it('a few levels beside a value far from all others', async () => {
    const isKnown = range.map(() => happens(0.9))
    const fine = range.map((row) => (isKnown[row] ? 5 * uniform() : -123456))
    const levels = fine.map(Math.round)
    const others = range.map((row) => (isKnown[row] ? Math.floor(2 * uniform()) : -123456))
    const classes = range.map(() => (uniform() < 0.5 ? 'a' : 'b'))
    const code = 'missing-value-code'
    expect(await found({ fine, levels, others, y: classes })).toEqual({
      fine: code,
      levels: code,
      others: code,
    })
  })

  it('finds in random tables only what a plain look finds', async () => {
    let count = 0
    for (let seed = 1; seed <= (isLong ? 25 : 12); seed++) {
      const random = randomOf(seed)
      const rows = 20 + Math.floor(60 * random())
      const columns: Record<string, number[]> = {}
      for (let i = 0; i < 8; i++) {
        const of = Object.values(columns)[Math.floor(random() * i)]
        const [scale, off] = [1 + 9 * random(), Math.floor(3 * random()) * 0.4]
        const step = [0.1, 0.25, 1, 2][Math.floor(4 * random())]
        columns[`c${i}`] = rowsOf(rows).map((row) => {
          const value = of && i % 3 > 0 ? scale * of[row] + off * random() : 300 * random()
          return rounded(Math.round(value / step) * step, 2)
        })
      }
      const target = rowsOf(rows).map(() => (random() < 0.5 ? 'a' : 'b'))
      const result = await rank(tableFromColumns({ ...columns, y: target }), { target: 'y', by: ['anova-f'] })
      for (const { name, findings = [] } of result.columns) {
        for (const { of, message } of findings) {
          if (!message.endsWith('rounding')) continue
          count++
          expect(plainWidth(columns[of!], columns[name]), `${name} of ${of}, table ${seed}`).toBeLessThan(
            1.0101 * stepOf([...new Set(columns[name])].sort((a, b) => a - b)),
          )
        }
      }
    }
    expect(count).toBeGreaterThan(isLong ? 10 : 4)
  })
})

/** The same width by all slopes between two points: a least one is among them. */
function plainWidth(x: readonly number[], values: readonly number[]): number {
  let least = Infinity
  x.forEach((from, i) =>
    x.forEach((to, j) => {
      if (from >= to) return
      const slope = (values[j] - values[i]) / (to - from)
      const off = values.map((value, row) => value - slope * x[row])
      least = Math.min(least, Math.max(...off) - Math.min(...off))
    }),
  )
  return least
}

describe('the step of numbers', () => {
  it.each([
    [[0, 1, 2, 5], 1],
    [[0.1, 0.3, 0.4], 0.1],
    [[-7, -4, 0, 8], 1],
    [[10, 12, 15], 1],
    [[21.111111, 21.666667, 23.333333], 5 / 9],
    [[1e9, 1e9 + 86400, 1e9 + 3 * 86400], 86400],
  ])('of %j is %f', (values, step) => {
    // 5/9 is written to six decimals.
    expect(stepOf(values)).toBeCloseTo(step, 5)
  })

  it('is none of numbers that lie anywhere', () => {
    expect(stepOf(rowsOf(30).map((row) => Math.sqrt(row + 2)))).toBeNaN()
  })
})

describe('the width of a strip', () => {
  it('is that of the narrowest between points', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomOf(seed)
      const x = rowsOf(25).map(() => 10 * random())
      const values = x.map((at) => 3 * at + random())
      const besides = values.map((value, row) => ({ value, n: 1, min: x[row], max: x[row] }))
      expect(widthOf(besides, 2.8, 1)).toBeCloseTo(plainWidth(x, values), 9)
    }
  })
})
