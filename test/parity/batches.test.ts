import { CribaError, MemorySource, tableFromColumns } from 'criba'
import type { Request, Source, Table, View } from 'criba'
import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'
import { codedVariables, readings } from './readings.ts'
import { countRequests, momentRequests } from './requests.ts'
import { oneEngine } from './one-engine.ts'
import { answersAsPlanned } from './suite.ts'
import { coded, columns, numbers, randomNumbers, randomTable } from './tables.ts'

const engine = oneEngine(30_000)

/** Runs work with both sources over one table. */
async function withSources(table: Table, work: (memory: Source, duckdb: Source) => Promise<void>) {
  await work(new MemorySource(table), await engine.sourceOf(table))
}

/** Holds the answers of the engine, to a tolerance, against those of memory. */
async function holdAnswers(table: Table, requests: readonly Request[], tolerance: number) {
  await withSources(table, async (memory, duckdb) => {
    const theirs = await answersAsPlanned(duckdb, requests)
    expect(differences(await memory.answer(requests), theirs, tolerance)).toEqual([])
  })
}

describe('a source that answers several batches', () => {
  const table = randomTable(500, 5)

  it('answers several views in one batch, and the next batch without coding columns again', async () => {
    await withSources(table, async (memory, duckdb) => {
      const requests = Object.values(readings).map(({ view, permuted }): Request => {
        const v = codedVariables(permuted)
        return { kind: 'entropy', family: { base: [v.target], each: [v.gaps, v.gappySome, v.target] }, view }
      })
      const ours = await memory.answer(requests)
      expect(differences(ours, await answersAsPlanned(duckdb, requests), 0)).toEqual([])
      expect(duckdb.plan(requests.slice(0, 1)).map(({ request }) => request)).toEqual(['entropy'])
      expect(differences(ours, await answersAsPlanned(duckdb, requests), 0)).toEqual([])
    })
  })

  it('reuses the coded column of levels that it returned before', async () => {
    await withSources(table, async (_, duckdb) => {
      const view = {}
      const [[{ levels }]] = await duckdb.answer([
        { kind: 'counts', family: { base: [], each: [coded(columns.text, { kind: 'values' })] }, view },
      ])
      const again = coded(columns.text, { kind: 'levels', levels: levels[0] })
      const plan = duckdb.plan([{ kind: 'entropy', family: { base: [], each: [again] }, view }])
      expect(plan.map(({ request }) => request)).toEqual(['entropy'])
    })
  })

  it('refuses meaningless requests', async () => {
    const [x, y] = [numbers(columns.smooth), numbers(columns.target)]
    const nearest = { kind: 'nearest', metric: 'chebyshev', scale: 'none', view: {} } as const
    const wanted = { of: 'ksg', with: [y], rule: 1 } as const
    const empty = 'a set without variables (needs 1 or more)'
    const refused: readonly (readonly [Request, string])[] = [
      [{ kind: 'counts', family: { list: [[codedVariables().target], []] }, view: {} }, empty],
      [{ kind: 'entropy', family: { of: [codedVariables().target], sizes: [0, 1] }, view: {} }, empty],
      [{ kind: 'moments', family: { list: [[]] }, of: 'values', view: {} }, empty],
      [{ kind: 'moments', family: { list: [[x], [x, y]] }, of: 'values', view: {} }, 'sets of unequal size'],
      [{ kind: 'moments', family: { of: [x, y], sizes: [1, 2] }, of: 'ranks', view: {} }, 'unequal size'],
      [{ ...nearest, family: { list: [[x], []] }, k: 1, wanted }, empty],
      [{ ...nearest, family: { list: [[x]] }, k: 1, wanted: { ...wanted, with: [] } }, 'no variable beside'],
      [{ ...nearest, family: { list: [[x]] }, k: 0, wanted: { of: 'distances' } }, 'invalid k: 0'],
      [{ ...nearest, family: { list: [[x]] }, k: 1.5, wanted }, 'invalid k: 1.5'],
    ]
    await withSources(table, async (memory, duckdb) => {
      for (const [request, message] of refused) {
        for (const source of [memory, duckdb]) await expect(source.answer([request])).rejects.toThrow(message)
      }
    })
  })

  it('answers overlapping calls', async () => {
    await withSources(table, async (memory, duckdb) => {
      const requests = [countRequests(readings.all), momentRequests(readings.all)]
      const answers = await Promise.all(requests.map((batch) => duckdb.answer(batch)))
      for (const [i, batch] of requests.entries()) {
        expect(differences(await memory.answer(batch), answers[i], 1e-9)).toEqual([])
      }
    })
  })
})

describe('wide and long tables', () => {
  it('give the same Gram matrix, which is summed in pairs of blocks', async () => {
    const random = randomNumbers(6)
    const wide = tableFromColumns(
      Array.from({ length: 65 }, (_, i): [string, (number | null)[]] => [
        `x${i}`,
        Array.from({ length: 60 }, () => (i === 3 && random() < 0.2 ? null : random() * i)),
      ]),
    )
    const all = wide.columns.map((_, i) => numbers(i))
    const request = { kind: 'moments', family: { list: [all] }, of: 'values', view: {} } as const
    await holdAnswers(wide, [request], 1e-9)
  })

  it('give the same counts of ten thousand levels with any characters', async () => {
    const levels = Array.from({ length: 10_000 }, (_, i) => `${String.fromCodePoint(0x4e00 + i)}'"\\;${i}😀`)
    const table = tableFromColumns({
      text: Array.from({ length: 30_000 }, (_, row) => levels[(row * 7) % 10_000]),
    })
    const requests: Request[] = (['values', 'levels'] as const).flatMap((kind) => {
      const each = [coded(0, kind === 'values' ? { kind } : { kind, levels })]
      return (['counts', 'entropy'] as const).map((asked) => ({
        kind: asked,
        family: { base: [], each },
        view: {},
      }))
    })
    await holdAnswers(table, requests, 0)
  })
})

describe('both sources refuse', () => {
  const table = randomTable(50, 8)
  const ids = tableFromColumns({
    a: Array.from({ length: 2000 }, (_, i) => `a${i}`),
    b: Array.from({ length: 2000 }, (_, i) => `b${i}`),
    holes: Array.from({ length: 2000 }, (_, i) => (i === 6 ? null : 1)),
    minus: Array.from({ length: 2000 }, (_, i) => (i === 40 ? -2 : 1)),
  })
  const counted = (view: View): Request => ({
    kind: 'counts',
    family: { base: [], each: [coded(2, { kind: 'cuts', cuts: [0] })] },
    view,
  })
  const refused: Record<string, [Table, Request]> = {
    'too many cells': [
      ids,
      {
        kind: 'counts',
        family: { list: [[coded(0, { kind: 'values' }), coded(1, { kind: 'values' })]] },
        view: {},
      },
    ],
    'missing weights': [ids, counted({ weights: 2 })],
    'negative weights': [ids, counted({ weights: 3 })],
    'weights that are texts': [ids, counted({ weights: 0 })],
    'permutations under weights': [
      table,
      {
        kind: 'counts',
        family: { base: [], each: [{ ...codedVariables().target, permuted: { seed: 1, number: 1 } }] },
        view: { weights: columns.whole },
      },
    ],
  }

  it.each(Object.keys(refused))('%s, with the same error', async (name) => {
    const [data, request] = refused[name]
    await withSources(data, async (memory, duckdb) => {
      const ours = await failure(memory, request)
      expect(ours).toBeInstanceOf(CribaError)
      expect(await failure(duckdb, request)).toEqual(ours)
    })
  })

  async function failure(source: Source, request: Request): Promise<unknown> {
    try {
      return await source.answer([request])
    } catch (error) {
      return error
    }
  }
})

describe('an interruption', () => {
  it('ends the batch, and the source can answer again', async () => {
    await withSources(randomTable(2_500, 9), async (memory, duckdb) => {
      const controller = new AbortController()
      const requests = momentRequests(readings.all)
      const run = { signal: controller.signal, progress: () => controller.abort() }
      await expect(duckdb.answer(requests, run)).rejects.toMatchObject({
        code: 'interrupted',
        message: 'interrupted',
      })
      expect(differences(await memory.answer(requests), await duckdb.answer(requests), 1e-9)).toEqual([])
    })
  })
})
