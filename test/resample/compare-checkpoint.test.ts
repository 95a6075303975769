import { compare, MemorySource, tableFromColumns } from 'criba'
import type { Checkpoint, CompareSpec } from 'criba'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { isLong } from '../properties/runs.ts'
import { tableOf } from './normal-table.ts'

const table = tableFromColumns(tableOf(3, 90, 6, [0.8, -0.7, 0.5]))
const random = randomOf(43)
const spec: CompareSpec = {
  target: 'y',
  methods: ['jmi', 'mrmr'],
  k: 3,
  folds: 3,
  learner: ['knn', 'linear'],
}

function storeOf(text: string | null = null) {
  const written: string[] = []
  const checkpoint: Checkpoint = {
    read: () => Promise.resolve(written.at(-1) ?? text),
    write: (next) => Promise.resolve(void written.push(next)),
  }
  return { written, checkpoint }
}

/** What a comparison finds, and how often it called a kernel. */
async function found(checkpoint?: Checkpoint) {
  const source = new MemorySource(table)
  const result = await compare(source, spec, { threads: 2, ...(checkpoint && { checkpoint }) })
  const text = JSON.stringify(result, (key, value: unknown) => (key === 'seconds' ? 0 : value))
  const calls = Object.values(source.work.kernels).reduce((sum, count) => sum + count, 0)
  return { result: JSON.parse(text) as unknown, calls }
}

describe('a comparison in a checkpoint', () => {
  afterEach(() => vi.restoreAllMocks())

  it('goes on from what a kill at any moment leaves, and trains no learner anew', async () => {
    // The clock runs so fast that all is saved, so each text is what a kill at some moment leaves.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3000))
    const alone = await found()
    const { written, checkpoint } = storeOf()
    expect((await found(checkpoint)).result).toEqual(alone.result)
    expect(written.length).toBeGreaterThan(8)
    const between = Array.from({ length: isLong ? 8 : 1 }, () => Math.floor(random() * written.length))
    const calls: number[] = []
    for (const place of [...(isLong ? [0] : []), ...between, written.length - 1].toSorted((a, b) => a - b)) {
      const again = await found(storeOf(written[place]).checkpoint)
      expect(again.result, `after ${place} of ${written.length} saves`).toEqual(alone.result)
      calls.push(again.calls)
    }
    expect(calls).toEqual(calls.toSorted((a, b) => b - a))
    const { sections } = JSON.parse(written.at(-1)) as { readonly sections: Record<string, string> }
    const untrained = JSON.stringify({ criba: 'sections', sections: { selection: sections.selection } })
    expect(calls.at(-1)).toBeLessThan((await found(storeOf(untrained).checkpoint)).calls)
  })

  it('refuses the checkpoint of a selection', async () => {
    const section = JSON.stringify({ criba: 'answers', version: '', spec: '', data: '', answers: {} })
    const text = JSON.stringify({ criba: 'sections', sections: { selection: section } })
    await expect(compare(table, spec, { checkpoint: storeOf(text).checkpoint })).rejects.toThrow(
      /^invalid checkpoint: the file is not a checkpoint/,
    )
  })
})
