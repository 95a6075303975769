import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countGroups,
  groupRows,
  measureGrouping,
  numberGroups,
  sufficientStatistic,
} from '../../dist/src/methods/measures/grouping.js'
import {
  hardBottleneck,
  groupsAfter,
  mergingPath,
} from '../../dist/src/analyses/information/hard-bottleneck.js'
import type { Counts } from '../../dist/src/core/statistics/counts.js'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'
import { casesOf, classTable, namedTable, plainEntropy, rowsTable } from './tables.ts'
import { adjacentBottleneck } from '../../dist/src/methods/discretisers/bottleneck.js'

const some = { numRuns: runs(100) }
const someBeta = fc.oneof(fc.constantFrom(0, 0.05, 1), fc.double({ min: 0, max: 1.2, noNaN: true }))

/** I[C;f(X)] − βH[f(X)] by its definition. */
function plainObjective(table: Counts, groups: readonly number[], beta: number): number {
  const grouped = groupRows(table, numberGroups(groups))
  const H = (...axes: number[]) => plainEntropy(grouped, axes)
  return H(0) + H(1) - H(0, 1) - beta * H(0)
}

/** Every partition once: the block of the first level left is chosen among the subsets of the others. */
function partitions(levels: readonly number[]): number[][][] {
  if (levels.length === 0) return [[]]
  const [first, ...others] = levels
  return Array.from({ length: 2 ** others.length }, (_, mask) => {
    const inside = others.filter((_, i) => (mask >> i) % 2 === 1)
    const outside = others.filter((_, i) => (mask >> i) % 2 === 0)
    return partitions(outside).map((rest) => [[first, ...inside], ...rest])
  }).flat()
}

function groupsOf(blocks: readonly (readonly number[])[], levels: number): readonly number[] {
  return numberGroups(
    Array.from({ length: levels }, (_, level) => blocks.findIndex((block) => block.includes(level))),
  )
}

/** The best of some groupings: within 1e−12 the one of fewest groups, of those the first in lexical order. */
function plainBest(table: Counts, all: readonly (readonly number[])[], beta: number): readonly number[] {
  const judged = all.map((groups) => ({ groups, value: plainObjective(table, groups, beta) }))
  const best = Math.max(...judged.map(({ value }) => value))
  const tied = judged.filter(({ value }) => value >= best - 1e-12).map(({ groups }) => groups)
  const digits = (groups: readonly number[]) =>
    groups.map((group) => String.fromCharCode(65 + group)).join('')
  const less = (a: readonly number[], b: readonly number[]) =>
    countGroups(a) - countGroups(b) || (digits(a) < digits(b) ? -1 : 1)
  return tied.sort(less)[0]
}

describe('the hard bottleneck', () => {
  interface Hard {
    readonly table: string
    readonly beta: number
    readonly partition: number[]
    readonly entropy: number
    readonly information: number
    readonly value: number
  }
  it.each(casesOf<Hard>('bottleneck-hard'))('reference: $table, β = $beta', (one) => {
    const found = hardBottleneck(namedTable(one.table), one.beta)
    expect(found.groups).toEqual(one.partition)
    expect(found.exact).toBe(true)
    near(found.objective, one.value)
    near(found.entropy, one.entropy)
    near(found.information, one.information)
  })

  it('is the best of all partitions, tried in another order', () =>
    fc.assert(
      fc.property(classTable(1, 7), someBeta, (table, beta) => {
        const levels = table.levels[0].length
        const all = partitions(table.levels[0] as number[]).map((blocks) => groupsOf(blocks, levels))
        const found = hardBottleneck(table, beta)
        expect(found.groups).toEqual(plainBest(table, all, beta))
        near(found.objective, plainObjective(table, found.groups, beta), 1e-12)
      }),
      { numRuns: runs(60) },
    ))

  it('is at least as good as any partition, up to ten levels', () =>
    fc.assert(
      fc.property(
        classTable(8, 10),
        someBeta,
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 10, maxLength: 10 }),
        (table, beta, names) => {
          const some = numberGroups(names.slice(0, table.levels[0].length))
          expect(hardBottleneck(table, beta).objective).toBeGreaterThanOrEqual(
            plainObjective(table, some, beta) - 1e-12,
          )
        },
      ),
      { numRuns: runs(30) },
    ))

  it('of two equally good groupings takes the lexicographically first', () => {
    // The middle level suits either side.
    const table = rowsTable([
      [8, 2],
      [5, 5],
      [2, 8],
    ])
    near(plainObjective(table, [0, 0, 1], 0.1), plainObjective(table, [0, 1, 1], 0.1), 1e-14)
    expect(hardBottleneck(table, 0.1).groups).toEqual([0, 0, 1])
  })

  it('of equally good groupings on the way down takes the coarsest', () => {
    // Each level has a class of its own: I[C;f(X)] = H[f(X)].
    const table = rowsTable(
      Array.from({ length: 12 }, (_, i) => Array.from({ length: 12 }, (_, c) => (c === i ? 3 : 0))),
    )
    expect(hardBottleneck(table, 1).groups).toEqual(new Array(12).fill(0))
  })

  it('tries all groupings of ten levels, and merges more', () => {
    const levels = (count: number) =>
      rowsTable(Array.from({ length: count }, (_, i) => [i + 1, (i * i * 7) % 11, (5 * i) % 7]))
    expect(hardBottleneck(levels(10), 0.05).exact).toBe(true)
    expect(hardBottleneck(levels(11), 0.05).exact).toBe(false)
  })

  it('finds clear groups of many levels by merging', () => {
    // 24 levels, three kinds, no two levels alike.
    const table = rowsTable(
      Array.from({ length: 24 }, (_, i) =>
        [0, 1, 2].map((c) => (c === i % 3 ? 1000 + i : 1 + ((i * c) % 5))),
      ),
    )
    const { groups, exact } = hardBottleneck(table, 0.2)
    expect(exact).toBe(false)
    expect(groups).toEqual(Array.from({ length: 24 }, (_, i) => i % 3))
  })

  it('merged is never better than the best, nor worse than all apart or all together', () =>
    fc.assert(
      fc.property(classTable(11, 16), someBeta, (table, beta) => {
        const { objective } = hardBottleneck(table, beta)
        const apart = table.levels[0] as number[]
        expect(objective).toBeGreaterThanOrEqual(plainObjective(table, apart, beta) - 1e-12)
        expect(objective).toBeGreaterThanOrEqual(-1e-12)
      }),
      some,
    ))

  it('keeps H[f(X)] ≤ H[X] and I[C;f(X)] ≤ I[C;X]', () =>
    fc.assert(
      fc.property(classTable(1, 14), someBeta, (table, beta) => {
        const { entropy, information } = hardBottleneck(table, beta)
        const H = (...axes: number[]) => plainEntropy(table, axes)
        expect(entropy).toBeLessThanOrEqual(H(0) + 1e-12)
        expect(information).toBeLessThanOrEqual(H(0) + H(1) - H(0, 1) + 1e-12)
        if (beta >= 1) expect(entropy).toBe(0)
      }),
      some,
    ))

  it('β = 0 is the sufficient statistic', () => {
    // Few rows: profiles that differ differ by more than a tie.
    const row = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 9 }), (rows) => {
        const table = rowsTable(rows)
        expect(hardBottleneck(table, 0).groups).toEqual(sufficientStatistic(table))
      }),
      some,
    )
  })

  it.each([-0.1, NaN, Infinity])('refuses β = %d', (beta) => {
    expect(() => hardBottleneck(rowsTable([[1, 2]]), beta)).toThrow(`invalid beta: ${beta} (needs 0 or more)`)
  })
})

describe('merging', () => {
  /** The path by trying all pairs anew at each step; null where two pairs are too near to call. */
  function plainPath(table: Counts, beta: number): (readonly number[])[] | null {
    let groups: readonly number[] = table.levels[0].map((_, level) => level)
    const path = [groups]
    while (countGroups(groups) > 1) {
      const tries: { value: number; groups: readonly number[] }[] = []
      for (let a = 0; a < countGroups(groups); a++) {
        for (let b = a + 1; b < countGroups(groups); b++) {
          const merged = numberGroups(groups.map((group) => (group === b ? a : group)))
          tries.push({ value: plainObjective(table, merged, beta), groups: merged })
        }
      }
      tries.sort((a, b) => b.value - a.value)
      if (tries.length > 1 && tries[0].value - tries[1].value < 1e-9) return null
      groups = tries[0].groups
      path.push(groups)
    }
    return path
  }

  it('takes the best pair each time', () => {
    const row = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 2 })
    let compared = 0
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 8 }), someBeta, (rows, beta) => {
        const plain = plainPath(rowsTable(rows), beta)
        if (!plain) return
        compared++
        const { merges } = mergingPath(
          rows.map((counts) => Float64Array.from(counts)),
          beta,
        )
        expect(plain.map((_, steps) => groupsAfter(rows.length, merges.slice(0, steps)))).toEqual(plain)
      }),
      { numRuns: runs(300) },
    )
    expect(compared).toBeGreaterThan(runs(300) / 4)
  })

  it('sees that a group just merged suits one before it better', () => {
    const { merges } = mergingPath(
      [
        [5, 9],
        [7, 3],
        [1, 9],
        [9, 3],
      ].map((row) => Float64Array.from(row)),
      0.3,
    )
    expect(merges).toEqual([
      { kept: 1, gone: 3 },
      { kept: 0, gone: 1 },
      { kept: 0, gone: 2 },
    ])
  })
})

describe('the sufficient statistic', () => {
  it.each(
    casesOf<{ table: string; entropy: number; information: number; value: number[] }>(
      'bottleneck-sufficient',
    ),
  )('reference: $table', ({ table, entropy, information, value }) => {
    const groups = sufficientStatistic(namedTable(table))
    expect(groups).toEqual(value)
    const judged = measureGrouping(namedTable(table), groups)
    near(judged.entropy, entropy)
    near(judged.information, information)
  })

  it('merges levels with equal p(c|x), compared by cross-multiplication, and keeps I[C;X]', () =>
    fc.assert(
      fc.property(
        classTable(1, 8),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }),
        (table, times) => {
          // Multiples of the first levels join as new levels.
          const classes = table.levels[1].length
          const rows = table.levels[0].map((_, x) =>
            Array.from(table.cells.slice(x * classes, (x + 1) * classes)),
          )
          const more = times.map((factor, x) => rows[x % rows.length].map((count) => count * factor))
          const wide = rowsTable([...rows, ...more])
          const all = [...rows, ...more]
          const groups = sufficientStatistic(wide)
          const totals = all.map((row) => row.reduce((a, b) => a + b, 0))
          for (const [a, row] of all.entries()) {
            for (const [b, other] of all.entries()) {
              if (totals[a] === 0 || totals[b] === 0) continue
              const same = row.every(
                (count, c) => BigInt(count) * BigInt(totals[b]) === BigInt(other[c]) * BigInt(totals[a]),
              )
              expect(groups[a] === groups[b]).toBe(same)
            }
          }
          const judged = measureGrouping(wide, groups)
          near(judged.information, measureGrouping(wide, numberGroups(all)).information, 1e-12)
        },
      ),
      some,
    ))

  it('puts levels without rows with the first that has some', () => {
    expect(
      sufficientStatistic(
        rowsTable([
          [0, 0],
          [1, 2],
          [0, 0],
          [2, 1],
          [2, 4],
        ]),
      ),
    ).toEqual([0, 0, 0, 1, 0])
    expect(
      sufficientStatistic(
        rowsTable([
          [0, 0],
          [0, 0],
        ]),
      ),
    ).toEqual([0, 0])
  })
})

describe('groups', () => {
  it('are named by their levels', () => {
    const table = rowsTable([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    const grouped = groupRows({ ...table, levels: [['a', 'b', 'c'], table.levels[1]] }, [0, 1, 0])
    expect(grouped.levels[0]).toEqual(['a | c', 'b'])
    expect(Array.from(grouped.cells)).toEqual([6, 8, 3, 4])
  })
})

describe('the bottleneck of neighbouring levels', () => {
  it('is the best of all ways to cut', () =>
    fc.assert(
      fc.property(classTable(1, 8), someBeta, fc.integer({ min: 1, max: 9 }), (table, beta, most) => {
        const levels = table.levels[0].length
        const all = Array.from({ length: 2 ** (levels - 1) }, (_, mask) => {
          let group = 0
          return Array.from({ length: levels }, (_, x) =>
            x > 0 && (mask >> (x - 1)) % 2 === 1 ? ++group : group,
          )
        }).filter((groups) => countGroups(groups) <= most)
        const found = adjacentBottleneck(table, beta, most)
        const values = all.map((groups) => plainObjective(table, groups, beta))
        const best = Math.max(...values)
        near(found.objective, best, 1e-12)
        const tied = all.filter((_, i) => values[i] >= best - 1e-12)
        expect(countGroups(found.groups)).toBe(Math.min(...tied.map(countGroups)))
        expect(all).toContainEqual(found.groups)
      }),
      some,
    ))

  it('of equally good cuts takes the fewest', () => {
    const table = rowsTable([1, 2, 3, 5, 7, 11].map((times) => [times, 3 * times, 5 * times]))
    expect(adjacentBottleneck(table, 0, 6).groups).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('is the hard bottleneck where that merges neighbours only', () => {
    const table = rowsTable([
      [9, 1],
      [8, 1],
      [5, 5],
      [1, 7],
      [0, 6],
    ])
    const { groups } = hardBottleneck(table, 0.2)
    expect(groups).toEqual([0, 0, 0, 1, 1])
    expect(adjacentBottleneck(table, 0.2, 5).groups).toEqual(groups)
  })
})
