import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArenaColumn } from '../../dist/src/memory/tables/coded-list.js'
import { codedList } from '../../dist/src/memory/tables/coded-list.js'
import { countsJob } from '../../dist/src/memory/tables/counts-job.js'
import { entropiesJob, sumsOfSet } from '../../dist/src/memory/tables/entropies-job.js'
import type { Sets } from '../../dist/src/memory/threads/sets.js'
import { EntropySums, emptyEntropies } from '../../dist/src/core/statistics/entropies.js'
import { isLong, runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainCells, plainTable } from './plain-counting.ts'

interface Case {
  readonly columns: readonly ArenaColumn[]
  readonly sets: readonly (readonly number[])[]
  readonly weights: Float64Array | null
}

/** A coded column with one, two or four bytes a code. */
function coded(codes: readonly number[], count: number, hasMissing: boolean): ArenaColumn {
  const width = count < 0xff ? Uint8Array : count < 0xffff ? Uint16Array : Uint32Array
  return { codes: width.from(codes), count, hasMissing }
}

/** Columns of few and many levels, with and without missing levels; sets of one to four of them. */
function cases(most: { rows: number; levels: readonly number[]; weights: fc.Arbitrary<number> | null }) {
  return fc.integer({ min: 1, max: most.rows }).chain((rows) => {
    const column = fc.tuple(fc.constantFrom(...most.levels), fc.boolean()).chain(([count, hasMissing]) =>
      fc
        .array(fc.integer({ min: 0, max: hasMissing ? count : count - 1 }), {
          minLength: rows,
          maxLength: rows,
        })
        .map((codes) => coded(codes, count, hasMissing)),
    )
    return fc.record({
      columns: fc.array(column, { minLength: 5, maxLength: 5 }),
      sets: fc.array(fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 12,
      }),
      weights: most.weights
        ? fc.array(most.weights, { minLength: rows, maxLength: rows }).map((w) => Float64Array.from(w))
        : fc.constant(null),
    })
  })
}

/** Columns in the form that is sent to threads. */
const listOf = (columns: Case['columns']) => codedList(columns, (bytes) => new ArrayBuffer(bytes))

function flat(sets: Case['sets']): Sets {
  let end = 0
  return {
    columns: Uint32Array.from(sets.flat()),
    ends: Uint32Array.from(sets, ({ length }) => (end += length)),
  }
}

const plain = ({ columns }: Case, set: readonly number[]) =>
  set.map((i) => ({ codes: [...columns[i].codes], count: columns[i].count }))

const few = [1, 2, 3, 5, 9, 40]
const many = [2, 7, 300, 70_000]

describe.each(buildNames)('counting kernels, %s', (build) => {
  // The build with assertions takes most of the time.
  const some = { numRuns: isLong ? 120 : runs(build === 'shipped' ? 120 : 40) }

  async function entropies({ columns, sets, weights }: Case, tabled: number, also?: number) {
    const kernels = await loadBuild(build)
    const rows = columns[0].codes.length
    const total = weights ? weights.reduce((sum, weight) => sum + weight, 0) : rows
    const tables = new EntropySums(total)
    const input = {
      rows,
      columns: listOf(columns),
      width: 5,
      weights,
      high: tables.high.slice(0, tabled),
      low: tables.low.slice(0, tabled),
    }
    const part = entropiesJob.open(kernels, input)({ sets: flat(sets), ...(also !== undefined && { also }) })
    const answers = [part, ...(part.also ? [part.also] : [])].map(({ sums, untabled }) => {
      const answer = emptyEntropies(sets.length)
      let from = 0
      sets.forEach((_, i) => {
        const left = sums[i * sumsOfSet + 4]
        tables.putSums(answer, i, sums, i * sumsOfSet, untabled.subarray(from, from + left))
        from += left
      })
      expect(from).toBe(untabled.length)
      return answer
    })
    return { answers, tables }
  }

  async function agree(input: Case, tabled: number, also?: number): Promise<void> {
    const { answers, tables } = await entropies(input, tabled, also)
    const expected = [[], ...(also === undefined ? [] : [[also]])].map((more) => {
      const of = emptyEntropies(input.sets.length)
      input.sets.forEach((set, i) => {
        const members = [...new Set([...set, ...more])]
        const cells = plainCells(plain(input, members), input.weights && [...input.weights])
        tables.put(of, i, [...cells.values()])
      })
      return of
    })
    expect(answers).toEqual(expected)
  }

  it.each([
    ['bit planes and histograms', few],
    ['joined cells of many levels', many],
  ])('agree with counting by hand: %s', (_, levels) =>
    fc.assert(
      fc.asyncProperty(cases({ rows: 300, levels, weights: null }), (input) => agree(input, 1 << 16)),
      some,
    ),
  )

  it.each([
    ['few levels, from one table', few, 1 << 16],
    ['counts that are not in the tables', few, 3],
    ['many levels', many, 1 << 16],
  ])('count sets also together with a further column: %s', (_, levels, tabled) =>
    fc.assert(
      fc.asyncProperty(
        cases({ rows: 300, levels, weights: null }),
        fc.constantFrom(1, 2, 7, 30),
        fc.infiniteStream(fc.nat(1 << 20)),
        async (input, count, codes) => {
          const rows = input.columns[0].codes.length
          const also = coded(
            Array.from({ length: rows }, () => codes.next().value % count),
            count,
            false,
          )
          await agree({ ...input, columns: [...input.columns, also] }, tabled, input.columns.length)
          // A set may have the further column already.
          const complete = input.columns.findIndex(({ hasMissing }) => !hasMissing)
          if (complete >= 0) await agree(input, tabled, complete)
        },
      ),
      some,
    ),
  )

  it.each([
    ['one table a set where rows are many', 2000, [0, 1]],
    ['two calls, not two a set, where they are few', 20, [2, 0]],
  ])('count sets also together with a further column from %s', async (_, rows, calls) => {
    const columns = Array.from({ length: 102 }, (_, i) =>
      coded(
        Array.from({ length: rows }, (_, row) => (row * (i + 7)) % 3),
        3,
        false,
      ),
    )
    const kernels = await loadBuild(build)
    const { high, low } = new EntropySums(rows)
    const job = entropiesJob.open(kernels, {
      rows,
      columns: listOf(columns),
      width: 3,
      weights: null,
      high,
      low,
    })
    const lasts = Uint32Array.from({ length: 100 }, (_, i) => i + 2)
    kernels.takeCalls()
    job({ sets: { first: [0], lasts }, also: 1 })
    const made = kernels.takeCalls()
    expect(['pairEntropies', 'pairEntropiesWithAndWithout'].map((name) => made[name] ?? 0)).toEqual(calls)
  })

  it('count weighted sets also together with a further column', () =>
    fc.assert(
      fc.asyncProperty(
        cases({ rows: 60, levels: few, weights: fc.constantFrom(0, 1, 2.25) }),
        async (input) => {
          const complete = input.columns.findIndex(({ hasMissing }) => !hasMissing)
          if (complete >= 0) await agree(input, 1 << 16, complete)
        },
      ),
      some,
    ))

  it('return the counts that are not in their tables', () =>
    fc.assert(
      fc.asyncProperty(cases({ rows: 200, levels: few, weights: null }), (input) => agree(input, 3)),
      some,
    ))

  it('count weights, whole and fractional', () =>
    fc.assert(
      fc.asyncProperty(
        cases({ rows: 60, levels: few, weights: fc.constantFrom(0, 1, 2, 5, 0.5, 2.25) }),
        (input) => agree(input, 1 << 16),
      ),
      some,
    ))

  it('compute tables in canonical order', () =>
    fc.assert(
      fc.asyncProperty(
        cases({ rows: 150, levels: [1, 2, 3, 7], weights: fc.constantFrom(0, 1, 3) }),
        fc.boolean(),
        async (input, isWeighted) => {
          const { columns, sets } = input
          const weights = isWeighted ? input.weights : null
          const rows = columns[0].codes.length
          const job = countsJob.open(await loadBuild(build), {
            rows,
            columns: listOf(columns),
            width: 4,
            weights,
          })
          const { cells, ends } = job(flat(sets))
          sets.forEach((set, i) => {
            const table = [...cells.subarray(i === 0 ? 0 : ends[i - 1], ends[i])]
            expect(table).toEqual(plainTable(plain(input, set), weights && [...weights]))
          })
        },
      ),
      some,
    ))

  it('number the cells that occur if a table is too large', async () => {
    // 2,000 × 2,000 levels with rows in equal pairs: 1,000 cells of two rows.
    const codes = Array.from({ length: 2000 }, (_, row) => row >> 1)
    const columns = [coded(codes, 2000, false), coded(codes, 2000, false)]
    const input = { columns, sets: [[0, 1]], weights: null }
    const {
      answers: [answer],
    } = await entropies(input, 1 << 16)
    expect(answer.cells[0]).toBe(1000)
    await agree(input, 1 << 16)
  })

  it('count more rows of a cell than the partial sums of its bit planes hold', async () => {
    // All but the last rows have level 0; a byte of a partial sum overflows at 4,096 of them.
    const rows = 10_000
    const mostlyFirst = (count: number, hasMissing: boolean) =>
      coded(
        Array.from({ length: rows }, (_, row) => (row < rows - 50 ? 0 : row % (count + Number(hasMissing)))),
        count,
        hasMissing,
      )
    const columns = [
      mostlyFirst(2, false),
      mostlyFirst(3, false),
      mostlyFirst(4, true),
      mostlyFirst(6, false),
      mostlyFirst(7, true),
    ]
    const pairs = columns.flatMap((_, b) => columns.slice(0, b).map((_, a) => [a, b]))
    await agree({ columns, sets: pairs, weights: null }, 1 << 16)
  })

  // Cleared by the job, not by the kernels: the build with assertions says whether it is right.
  it.runIf(build === 'checked')('are right after the column cache was cleared', async () => {
    // Copies of one column whose planes exceed the cache of a thread; each is counted alone, and with the first: here one of five.
    const codes = Array.from({ length: 400_000 }, (_, row) => (row * 7) % 10)
    const columns = Array<ArenaColumn>(130).fill(coded(codes, 10, false))
    const sets = columns.flatMap((_, i) => (i === 0 || (i % 5 > 0 && !isLong) ? [[i]] : [[i], [0, i]]))
    const {
      answers: [answer],
    } = await entropies({ columns, sets, weights: null }, 1 << 16)
    expect(new Set(answer.cells)).toEqual(new Set([10]))
    expect(new Set(answer.high).size).toBe(1)
  })
})
