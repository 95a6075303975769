import { describe, expect, it } from 'vitest'
import { SlotCache } from '../../dist/src/memory/threads/worker-slots.js'
import { openLocalWorker } from '../../dist/src/memory/threads/pool.js'
import { textEndsJob } from '../../dist/src/memory/text/text-ends-job.js'
import { readAs, textReadJob } from '../../dist/src/memory/text/text-read-job.js'
import { semicolon } from './text-column.ts'

describe('input in kernel memory', () => {
  it('is reused only by the same job', () => {
    const slots = new SlotCache()
    const input = {}
    expect(slots.assign(textEndsJob, input)).toEqual({ slot: 0, isNew: true })
    expect(slots.has(textReadJob, input)).toBe(false)
    expect(slots.assign(textReadJob, input)).toEqual({ slot: 1, isNew: true })
    expect(slots.assign(textEndsJob, input)).toEqual({ slot: 0, isNew: false })
    // When all have a batch, the least recently used slot is reassigned.
    for (const slot of [2, 1]) {
      expect(slots.has(textReadJob, input)).toBe(true)
      expect(slots.assign(textEndsJob, {})).toEqual({ slot, isNew: true })
    }
    expect(slots.has(textReadJob, input)).toBe(false)
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
