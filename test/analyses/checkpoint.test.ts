import { readFileSync } from 'node:fs'
import { CribaError, MemorySource, tableFromColumns, tableFromCsv } from 'criba'
import type { Checkpoint, SelectResult, Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const diabetes = await tableFromCsv(
  readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8'),
)
const progression = { target: 'progression' }

/** Twelve columns: exhaustive search evaluates them in several blocks. */
const wide = (() => {
  const random = randomOf(5)
  const columns = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`x${i}`, Array.from({ length: 40 }, () => random())]),
  )
  return tableFromColumns({
    ...columns,
    y: columns['x11'].map((value, i) => value * columns['x2'][i] + 0.1 * columns['x5'][i]),
  })
})()

function paper(): Checkpoint & { text: string | null; writings: number } {
  const written = {
    text: null as string | null,
    writings: 0,
    read: () => Promise.resolve(written.text),
    write: (text: string) => {
      written.text = text
      written.writings++
      return Promise.resolve()
    },
  }
  return written
}

const timeless = ({ seconds: _, spec: { budget: __, ...spec }, ...result }: SelectResult) => ({
  ...result,
  spec,
})

async function failure(data: Table, spec: SelectSpec, checkpoint: Checkpoint): Promise<string> {
  const error = await select(data, spec, { checkpoint }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(CribaError)
  return (error as CribaError).message
}

describe('a checkpoint', () => {
  const searches: readonly (readonly [string, Table, SelectSpec, number])[] = [
    ['exhaustive', wide, { target: 'y', method: 'exhaustive-dt', landscape: 20 }, 1500],
    [
      'exhaustive with its front',
      wide,
      { target: 'y', method: 'exhaustive-dt', pareto: 'joint-mi', drop: ['x1', 'x3'] },
      400,
    ],
    ['exhaustive with columns to keep', wide, { target: 'y', method: 'exhaustive-dt', keep: ['x3'] }, 1500],
    [
      'exhaustive with sets that tie',
      wide,
      { target: 'y', criterion: 'consistency', search: 'exhaustive' },
      1500,
    ],
    [
      'annealing',
      diabetes,
      { ...progression, criterion: 'delta-test', search: 'annealing:evaluations=200' },
      40,
    ],
    [
      'genetic',
      diabetes,
      { ...progression, criterion: 'delta-test', search: 'genetic:generations=5', landscape: 9 },
      60,
    ],
    ['floating', diabetes, { ...progression, criterion: 'joint-mi', search: 'floating-forward' }, 250],
    ['forward by sets', diabetes, { ...progression, criterion: 'delta-test', search: 'forward', k: 5 }, 20],
  ]

  it.each(searches)(
    'lets an interrupted search resume and end with the same result: %s',
    async (_, data, spec, evals) => {
      const whole = await select(data, spec)
      const checkpoint = paper()
      let looked = 0
      for (;;) {
        looked += evals
        const found = await select(data, { ...spec, budget: { evals } }, { checkpoint })
        if (!/budget/.test(found.stopped)) {
          expect(timeless(found)).toEqual(timeless(whole))
          break
        }
        expect(found.evaluations).toBeLessThan(whole.evaluations)
        expect(looked).toBeLessThan(50 * whole.evaluations)
      }
      // Cached merits are not computed again.
      const again = await select(data, spec, { checkpoint })
      expect(timeless(again)).toEqual(timeless(whole))
    },
  )

  it('is bounded by its budget at the same place however wide its blocks are', async () => {
    const spec = { target: 'y', method: 'exhaustive-dt', landscape: 5 }
    const evaluated = []
    for (const evals of [1, 2, 3, 100, 3000]) {
      const found = await select(wide, { ...spec, budget: { evals } })
      expect(found.evaluations).toBeGreaterThanOrEqual(evals)
      expect(found.evaluations).toBeLessThan(evals + 2)
      evaluated.push(found.evaluations)
    }
    // The first place has the last column alone, every other place two sets.
    expect(evaluated).toEqual([1, 3, 3, 101, 3001])
  })

  it('is refused for other data, another spec, and a file that is no checkpoint', async () => {
    const checkpoint = paper()
    const spec = { ...progression, criterion: 'delta-test', search: 'exhaustive' }
    await select(diabetes, spec, { checkpoint })
    expect(await failure(diabetes, { ...spec, criterion: 'delta-test:k=2' }, checkpoint)).toBe(
      'invalid checkpoint: it is from another spec (remove it, or name another)',
    )
    const other = await tableFromCsv(
      readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8').replace('59,', '58,'),
    )
    expect(await failure(other, spec, checkpoint)).toBe(
      'invalid checkpoint: it is from other data (remove it, or name another)',
    )
    checkpoint.text = '{"criba'
    expect(await failure(diabetes, spec, checkpoint)).toBe(
      'invalid checkpoint: it is not JSON (remove it, or name another)',
    )
    checkpoint.text = '{}'
    expect(await failure(diabetes, spec, checkpoint)).toBe(
      'invalid checkpoint: the file is not a checkpoint (name another file)',
    )
  })

  it('of a search of steps has what was counted, for any method', async () => {
    const checkpoint = paper()
    const kernelCalls = async (spec: SelectSpec, saved: Checkpoint | undefined) => {
      const source = new MemorySource(diabetes)
      const { selected, steps } = await select(source, spec, saved && { checkpoint: saved })
      return {
        selected,
        steps,
        calls: Object.values(source.work.kernels).reduce((sum, calls) => sum + calls, 0),
      }
    }
    const spec = { ...progression, method: 'jmi', k: 4 } as const
    const alone = await kernelCalls(spec, undefined)
    const first = await kernelCalls({ ...spec, k: 2 }, checkpoint)
    const second = await kernelCalls(spec, checkpoint)
    expect([second.selected, second.steps]).toEqual([alone.selected, alone.steps])
    expect(first.steps).toEqual(alone.steps.slice(0, 2))
    expect(second.calls).toBeLessThan(alone.calls)
    // All is known by now, the relevance of another method too.
    const again = await kernelCalls(spec, checkpoint)
    expect([again.steps, again.calls]).toEqual([alone.steps, 0])
    const other = await tableFromCsv(
      readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8').replace('59,', '58,'),
    )
    expect(await failure(other, spec, checkpoint)).toBe(
      'invalid checkpoint: it is from other data (remove it, or name another)',
    )
    checkpoint.text = '{}'
    expect(await failure(diabetes, spec, checkpoint)).toBe(
      'invalid checkpoint: the file is not a checkpoint (name another file)',
    )
  })
})
