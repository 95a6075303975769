import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MeritCache } from '../../src/analyses/selection/set-cache.ts'

const meritOf = (set: readonly number[]) => set.reduce((sum, member) => sum * 101 + member + 1, 0)

describe('cached merits', () => {
  it.each([5, 53, 54, 200])('are those of the sets, each computed once, among %i columns', async (size) => {
    const set = fc.uniqueArray(fc.integer({ min: Math.max(0, size - 6), max: size - 1 }), { minLength: 1 })
    const sets = fc.array(set.map((members) => members.sort((a, b) => a - b)))
    await fc.assert(
      fc.asyncProperty(fc.array(sets, { maxLength: 4 }), async (lists) => {
        const known = new MeritCache(size)
        const made: string[] = []
        for (const list of lists) {
          const merits = await known.of(known.keysOf({ list }), async (places) => {
            made.push(...places.map((place) => list[place].join()))
            return Float64Array.from(places, (place) => meritOf(list[place]))
          })
          expect([...merits]).toEqual(list.map(meritOf))
        }
        expect(made.sort()).toEqual([...new Set(lists.flat().map((members) => members.join()))].sort())
      }),
    )
  })

  it.each([5, 53, 54, 200])('of one base have the keys of their sets, among %i columns', (size) =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(size - 1), { minLength: 1 }), (members) => {
        const known = new MeritCache(size)
        const base = members.slice(0, -1)
        const each = Array.from({ length: size }, (_, i) => i).filter((i) => !base.includes(i))
        expect(known.keysOf({ base, each })).toEqual(each.map((member) => known.keyOf([...base, member])))
      }),
    ),
  )

  it.each([1, 5, 53, 54, 200])('have one key for each set, in any order, among %i columns', (size) => {
    const known = new MeritCache(size)
    const last = size - 1
    const singles = Array.from({ length: last }, (_, i) => [i])
    const sets = [
      [],
      [last],
      [...singles.slice(1).flat(), last],
      singles.flat(),
      [...singles.flat(), last],
      ...singles,
      ...singles.map((one) => [last, ...one]),
    ]
    const names = sets.map((set) => [...set].sort((a, b) => a - b).join())
    expect(new Set(sets.map((set) => known.keyOf(set))).size).toBe(new Set(names).size)
    for (const set of sets) expect(known.keyOf([...set].reverse())).toBe(known.keyOf(set))
  })

  it('are dropped, the oldest first, at the limit of the cache', async () => {
    const known = new MeritCache(40)
    let made = 0
    const meritsOf = (list: readonly (readonly number[])[]) =>
      known.of(known.keysOf({ list }), async (places) => {
        made += places.length
        return Float64Array.from(places, (place) => meritOf(list[place]))
      })
    const masks = (1 << 17) + 10
    const setOf = (mask: number) => Array.from({ length: 20 }, (_, i) => i).filter((i) => (mask >> i) & 1)
    const all = Array.from({ length: masks }, (_, mask) => setOf(mask + 1))
    const merits = await meritsOf(all)
    expect(all.findIndex((set, place) => merits[place] !== meritOf(set))).toBe(-1)
    await meritsOf([setOf(masks)])
    expect(made).toBe(masks)
    await meritsOf([setOf(1)])
    expect(made).toBe(masks + 1)
  })
})
