// Where the heap of Node has no room for the texts or the columns of a file, it is refused in one line: Node would end at once.
import { describe, expect, it } from 'vitest'
import { checkHeap } from '../../dist/src/sql/heap-room.js'
import { fileOf, inHeapOf, refusal } from './small-heap.ts'

// Wide and sparse rows in heap.long.ts.
describe('a small heap', () => {
  it('refuses levels that it has no room for', () => {
    const rows = Array.from({ length: 300_000 }, (_, i) => `user-${i},${i % 2}`)
    const path = fileOf('levels.csv', ['id,y', ...rows])
    const { status, stderr } = inHeapOf(60, 'rank', path, '--target', 'y')
    expect(stderr).toMatch(
      /^criba: too large for memory: the 300000 levels of column id take about 36MiB, and Node has \d+MiB for them \(.*\)\n$/,
    )
    expect(status).toBe(1)
  })

  it('refuses the rows of a file that is read as a whole', () => {
    const head = ['@relation r', ...Array.from('abcdefgh', (name) => `@attribute ${name} numeric`), '@data']
    const path = fileOf('rows.arff', [...head, ...Array<string>(300_000).fill('1,2,3,4,5,6,7,8')])
    const { status, stderr } = inHeapOf(60, 'describe', path)
    expect(stderr).toMatch(refusal)
    expect(status).toBe(1)
  })

  it('refuses more columns than it has room for', () => {
    const names = Array.from({ length: 15_000 }, (_, i) => `g${i}`)
    const path = fileOf('wide.csv', [names.join(','), names.map((_, i) => i % 7).join(',')])
    const { status, stderr } = inHeapOf(60, 'describe', path)
    expect(stderr).toMatch(
      /^criba: too large for memory: analyses of 15000 columns take about 71MiB, and Node has \d+MiB for them \(.*--drop.*max-old-space-size=200\)\n$/,
    )
    expect(status).toBe(1)
  })
})

it('what fits is not refused', () => {
  expect(() => checkHeap('texts', 1e6, 2e6)).not.toThrow()
  expect(() => checkHeap('texts', 1e6, 1e6)).toThrow('too large for memory: texts take about')
})
