import { describe, expect, it } from 'vitest'
import { SlotPlan } from '../../dist/src/kernel/worker-slots.js'
import { workHere } from '../../dist/src/kernel/pool.js'
import { textEndsJob } from '../../dist/src/kernel/text-ends-job.js'
import { readAs, textReadJob } from '../../dist/src/kernel/text-read-job.js'
import { semicolon } from './text-column.ts'

describe('what is laid out', () => {
  it('is found again by the same job only', () => {
    const plan = new SlotPlan()
    const given = {}
    expect(plan.place(textEndsJob, given)).toEqual({ place: 0, isNew: true })
    expect(plan.holds(textReadJob, given)).toBe(false)
    expect(plan.place(textReadJob, given)).toEqual({ place: 1, isNew: true })
    expect(plan.place(textEndsJob, given)).toEqual({ place: 0, isNew: false })
    // The one used longest ago makes place.
    expect(plan.place(textEndsJob, {})).toEqual({ place: 1, isNew: true })
    expect(plan.holds(textReadJob, given)).toBe(false)
  })

  it('serves two jobs that share what they are given', async () => {
    const work = await workHere()
    const bytes = new TextEncoder().encode('1;2\n3;4\n')
    for (let i = 0; i < 2; i++) {
      expect(work({ job: textEndsJob, given: semicolon }, bytes).part).toBe(bytes.length)
      const task = { bytes, modes: Uint8Array.of(readAs.numbers, readAs.numbers), into: null }
      expect([...work({ job: textReadJob, given: semicolon }, task).part.numbers]).toEqual([1, 3, 2, 4])
    }
  })
})
