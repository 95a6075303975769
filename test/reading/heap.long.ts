import { describe, expect, it } from 'vitest'
import { fileOf, inHeapOf, refusal } from './small-heap.ts'

describe('a small heap', () => {
  it.each([
    [
      'wide.arff',
      ['@relation r', ...Array.from({ length: 2000 }, (_, i) => `@attribute a${i} numeric`), '@data'],
      Array.from({ length: 2000 }, (_, i) => `${i}.123`).join(','),
      1000,
    ],
    ['rows.svm', [], '1 1:2 2:3 3:4 4:5 5:6 6:7 7:8', 1_000_000],
  ])('refuses the rows of %s', (name, head, row, rows) => {
    const path = fileOf(name, [...head, ...Array<string>(rows).fill(row)])
    const { status, stderr } = inHeapOf(60, 'describe', path)
    expect(stderr).toMatch(refusal)
    expect(status).toBe(1)
  })

  it('reads sparse rows, whose cells stand beside it', () => {
    const cells = Array.from({ length: 800 }, (_, i) => `${i + 1}:${(i % 9) / 7}`).join(' ')
    const path = fileOf(
      'cells.svm',
      Array.from({ length: 3000 }, (_, row) => `${row % 2} ${cells}`),
    )
    const { status, stdout, stderr } = inHeapOf(60, 'describe', path, '--format', 'json', '--quiet')
    expect([stderr, status]).toEqual(['', 0])
    expect(JSON.parse(stdout)).toMatchObject({ data: { rows: 3000, features: 801 } })
  })
})
