import { describe, expect, it } from 'vitest'
import { SlotCache } from '../../dist/src/memory/threads/worker-slots.js'
import { openLocalWorker } from '../../dist/src/memory/threads/pool.js'
import { textEndsJob } from '../../dist/src/memory/text/text-chunk.js'
import { readAs, textReadJob } from '../../dist/src/memory/text/text-read-job.js'
import { semicolon } from './text-column.ts'

describe('input in kernel memory', () => {
  it('is reused only by the same job', () => {
    const slots = new SlotCache()
    const input = {}
    expect(slots.assign(textEndsJob, input)).toMatchObject({ slot: 0, isNew: true })
    expect(slots.has(textReadJob, input)).toBe(false)
    expect(slots.assign(textReadJob, input)).toMatchObject({ slot: 1, isNew: true })
    expect(slots.assign(textEndsJob, input)).toMatchObject({ slot: 0, isNew: false })
    // When all have a batch, the least recently used slot is reassigned.
    for (const slot of [2, 1]) {
      expect(slots.has(textReadJob, input)).toBe(true)
      expect(slots.assign(textEndsJob, {})).toMatchObject({ slot, isNew: true })
    }
    expect(slots.has(textReadJob, input)).toBe(false)
  })

  it('gives way to long columns where the memories are large', () => {
    const slots = new SlotCache()
    const [first, second, third] = Array.from({ length: 3 }, () => ({ rows: 1_000_000 }))
    const megabytes = 1 << 20
    slots.assign(textEndsJob, first)
    slots.grow(0, 10 * megabytes)
    expect(slots.assign(textEndsJob, second)).toEqual({ slot: 1, isNew: true, renewed: [] })
    slots.grow(1, 20 * megabytes)
    expect(slots.assign(textEndsJob, third)).toEqual({ slot: 2, isNew: true, renewed: [] })
    slots.grow(2, 30 * megabytes)
    // 60 MB are too many for long columns: all go, and the largest memory is used again.
    expect(slots.assign(textReadJob, first)).toEqual({ slot: 2, isNew: true, renewed: [1, 0] })
    for (const input of [first, second, third]) expect(slots.has(textEndsJob, input)).toBe(false)
    // 30 MB are not.
    expect(slots.assign(textReadJob, second)).toMatchObject({ isNew: true, renewed: [] })
    expect(slots.assign(textReadJob, first)).toEqual({ slot: 2, isNew: false, renewed: [] })
  })

  it('serves two jobs that share their input', async () => {
    const work = await openLocalWorker()
    const bytes = new TextEncoder().encode('1;2\n3;4\n')
    for (let i = 0; i < 2; i++) {
      expect(work({ job: textEndsJob, input: semicolon }, bytes).part).toBe(bytes.length)
      const task = { bytes, modes: Uint8Array.of(readAs.numbers, readAs.numbers), into: null }
      expect([...work({ job: textReadJob, input: semicolon }, task).part.numbers]).toEqual([1, 3, 2, 4])
    }
  })
})
