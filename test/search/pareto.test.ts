import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ParetoFront } from '../../src/methods/searches/pareto-front.ts'
import { maskOf, sizeOf } from './tables.ts'
import { readFileSync } from 'node:fs'
import { CribaError, tableFromCsv } from 'criba'
import { selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const diabetes = await tableFromCsv(
  readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8'),
)

interface Point {
  readonly mask: number
  readonly size: number
  readonly merit: number
  readonly other: number
}

/** By the definition: no other point is as good by both and better by one; of equal points the first by shape. */
function plainFront(points: readonly Point[]): Point[] {
  const beats = (a: Point, b: Point) =>
    a.merit >= b.merit && a.other >= b.other && (a.merit > b.merit || a.other > b.other)
  const precedes = (a: Point, b: Point) =>
    a.merit === b.merit && a.other === b.other && (a.size - b.size || a.mask - b.mask) < 0
  return points
    .filter((point) => !points.some((rival) => beats(rival, point) || precedes(rival, point)))
    .sort((a, b) => b.merit - a.merit)
}

const points = fc
  .array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 })), { maxLength: 60 })
  .map((pairs) => pairs.map(([merit, other], i) => ({ mask: i + 1, size: sizeOf(i + 1), merit, other })))

describe('the Pareto front', () => {
  it('is what no set beats by both merits, whatever the order in which sets come', () => {
    fc.assert(
      fc.property(points, fc.func(fc.integer()), (sets, orderOf) => {
        const front = new ParetoFront()
        const shuffled = [...sets].sort((a, b) => orderOf(a.mask) - orderOf(b.mask))
        for (const set of shuffled) front.add(set)
        expect(front.inOrder()).toEqual(plainFront(sets))
        const again = new ParetoFront()
        for (const set of front.kept()) again.add(set)
        expect(again.inOrder()).toEqual(front.inOrder())
      }),
    )
  })

  it('of two criteria is that of both landscapes', async () => {
    const spec = { target: 'progression', search: 'exhaustive', drop: ['s3', 's4', 's5', 's6'] }
    const landscapeOf = async (criterion: string) => {
      const { landscape, better } = await select(diabetes, { ...spec, criterion, landscape: 'all' })
      const sign = better === 'higher' ? 1 : -1
      return new Map(landscape!.map(({ features, score }) => [features.join(), sign * score]))
    }
    const names = ['age', 'sex', 'bmi', 'bp', 's1', 's2']
    const [noise, information] = await Promise.all([landscapeOf('delta-test'), landscapeOf('joint-mi')])
    const all = [...noise].map(([set, merit]) => {
      const members = set.split(',').map((name) => names.indexOf(name))
      return { mask: maskOf(members), size: members.length, merit, other: information.get(set)! }
    })
    const { landscape, selected, score } = await select(diabetes, {
      ...spec,
      criterion: 'delta-test',
      pareto: 'joint-mi',
    })
    expect(landscape!.map(({ scores }) => scores)).toEqual(
      plainFront(all).map(({ merit, other }) => [-merit, other]),
    )
    expect(landscape!.map(({ features }) => maskOf(features.map((name) => names.indexOf(name))))).toEqual(
      plainFront(all).map(({ mask }) => mask),
    )
    expect([selected, score]).toEqual([landscape![0].features, landscape![0].scores![0]])
  })

  it('is marked in a landscape, which lists the other sets too', async () => {
    const spec = {
      target: 'progression',
      search: 'exhaustive',
      drop: ['s3', 's4', 's5', 's6'],
      criterion: 'joint-mi',
      pareto: 'delta-test',
    }
    const { landscape: front, selected } = await select(diabetes, spec)
    const all = await select(diabetes, { ...spec, landscape: 'all' })
    expect(all.landscape).toHaveLength(2 ** 6 - 1)
    expect(all.landscape!.flatMap(({ front, ...set }) => (front ? [set] : []))).toEqual(front)
    expect(all.selected).toEqual(selected)
    const { landscape: alone } = await select(diabetes, { ...spec, pareto: null, landscape: 'all' })
    expect(all.landscape!.map(({ features, score }) => ({ features, score }))).toEqual(alone)
    for (const n of [1, 3]) {
      const few = await select(diabetes, { ...spec, landscape: n })
      const isListed = ({ front }: (typeof alone & object)[number], place: number) =>
        place < n || front === true
      expect(few.landscape).toEqual(all.landscape!.filter(isListed))
    }
  })

  it('is refused where no two criteria of sets are looked at everywhere', async () => {
    const failure = async (spec: SelectSpec) => {
      const error = await select(diabetes, { target: 'progression', ...spec }).catch(
        (cause: unknown) => cause,
      )
      expect(error).toBeInstanceOf(CribaError)
      return (error as CribaError).message
    }
    const search = 'exhaustive'
    expect(await failure({ criterion: 'delta-test', pareto: 'joint-mi' })).toBe(
      'invalid pareto: forward follows one criterion (use exhaustive)',
    )
    expect(await failure({ criterion: 'delta-test', search, pareto: 'jmi' })).toBe(
      'unsuitable criterion for pareto: jmi scores no sets',
    )
  })
})
