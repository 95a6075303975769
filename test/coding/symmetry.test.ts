import { rank, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'

const some = { numRuns: runs(100) }

const zeroInflated = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 40 }) },
)
const skewed = fc.integer({ min: 1, max: 60 }).map((value) => value * value * value)
const ends = fc.oneof(
  { weight: 5, arbitrary: fc.constant(999) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 30, noNaN: true }) },
)
const columns = fc
  .oneof(
    ...[zeroInflated, skewed, ends, fc.nat(12), fc.integer()].map((value) =>
      fc.array(value, { minLength: 5, maxLength: 70 }),
    ),
  )
  .filter((x) => new Set(x).size > 1)

/** The bins of a column, each as the list of its values. */
async function binsOf(x: readonly number[], discretise: 'equal-frequency' | 'equal-width', bins?: number) {
  const y = x.map((_, row) => (row % 2 === 0 ? 'a' : 'b'))
  const table = tableFromColumns([
    ['x', x],
    ['y', y],
  ])
  const spec = { target: 'y', discretise, ...(bins && { bins }) } as const
  const { coding } = await rank(table, spec)
  const cuts = coding.find(({ feature }) => feature === 'x')!.cuts!
  const distinct = [...new Set(x)].sort((a, b) => a - b)
  return Array.from({ length: cuts.length + 1 }, (_, bin) =>
    distinct.filter((value) => cuts.filter((cut) => cut < value).length === bin),
  ).filter((values) => values.length > 0)
}

const mirrored = (bins: readonly (readonly number[])[]) =>
  bins.toReversed().map((values) => values.toReversed().map((value) => 0 - value))
const negative = (x: readonly number[]) => x.map((value) => 0 - value)

describe('bins of −x', () => {
  it('of equal frequency are the mirrored bins of x', () =>
    fc.assert(
      fc.asyncProperty(
        columns,
        fc.option(fc.integer({ min: 2, max: 10 }), { nil: undefined }),
        async (x, bins) => {
          expect(await binsOf(negative(x), 'equal-frequency', bins)).toEqual(
            mirrored(await binsOf(x, 'equal-frequency', bins)),
          )
        },
      ),
      some,
    ))

  it('of equal width are the mirrored bins of x where no value is on a cut', () =>
    fc.assert(
      fc.asyncProperty(columns, fc.constantFrom(2, 3, 5, 7), async (x, bins) => {
        const [min, max] = [Math.min(...x), Math.max(...x)]
        const isOnCut = x.some((value) => {
          const place = ((value - min) / (max - min)) * bins
          return place > 0.5 && place < bins - 0.5 && Math.abs(place - Math.round(place)) < 1e-9
        })
        if (isOnCut) return
        expect(await binsOf(negative(x), 'equal-width', bins)).toEqual(
          mirrored(await binsOf(x, 'equal-width', bins)),
        )
      }),
      some,
    ))
})

describe('bins of equal frequency', () => {
  const repeat = (value: number, times: number) => Array.from({ length: times }, () => value)

  it('keep a value that most rows have apart, at either end and inside', async () => {
    const few = Array.from({ length: 20 }, (_, i) => i / 7)
    expect(await binsOf([...few, ...repeat(999, 480)], 'equal-frequency')).toEqual([few, [999]])
    expect(
      await binsOf([...negative(few).filter((v) => v < 0), ...repeat(1, 480)], 'equal-frequency'),
    ).toHaveLength(2)
    const around = [...few.map((value) => value - 10), ...repeat(0, 460), ...few.map((value) => value + 1)]
    expect((await binsOf(around, 'equal-frequency', 4)).filter((bin) => bin.includes(0))).toEqual([[0]])
  })

  it('are the same in memory and in DuckDB, also with weights', async () => {
    const drawn = fc.sample(
      fc.array(fc.oneof(zeroInflated, skewed, ends), { minLength: 41, maxLength: 41 }),
      {
        numRuns: runs(50),
        seed: 7,
      },
    )
    const table = tableFromColumns([
      ...drawn.map((x, i) => [`x${i}`, x] as const),
      ['y', drawn[0].map((_, row) => (row % 2 === 0 ? 'a' : 'b'))],
      ['w', drawn[0].map((_, row) => 1 + (row % 3))],
    ])
    const source = await duckSourceOf(table)
    for (const weights of [null, 'w']) {
      const spec = { target: 'y', ...(weights && { weights }) }
      const { coding } = await rank(source, spec)
      expect(coding).toEqual((await rank(table, spec)).coding)
    }
    source.close()
  })
})
