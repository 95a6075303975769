import { centrality, CribaError } from 'criba'
import { describe, expect, it } from 'vitest'

describe('centrality', () => {
  it.each([
    [
      [
        [0, -1],
        [-1, 0],
      ],
      'invalid affinity: -1 in row 1, column 2 (needs 0 or more)',
    ],
    [
      [
        [0, 1],
        [NaN, 0],
      ],
      'invalid affinity: NaN in row 2, column 1 (needs 0 or more)',
    ],
    [
      [
        [Infinity, 1],
        [1, 0],
      ],
      'invalid affinity: Infinity in row 1, column 1 (needs 0 or more)',
    ],
    [[[0, 1], [1]], 'invalid affinity: 1 entries in row 2 (needs 2)'],
    [[[0, 1]], 'invalid affinity: 1 rows (needs 2, one for each name)'],
    [
      [
        [0, 1],
        [2, 0],
      ],
      'invalid affinity: 2 in row 2, column 1, 1 in row 1, column 2 (needs a symmetric matrix)',
    ],
    [Float64Array.from([1, 2, 3]), 'invalid affinity: 3 entries (needs 4 for 2 names)'],
  ])('refuses %j', (matrix, message) => {
    const ask = () => centrality(matrix, { names: ['a', 'b'] })
    expect(ask).toThrow(CribaError)
    expect(ask).toThrow(message)
  })

  it('refuses a method that it does not have', () => {
    expect(() => centrality([[1]], { names: ['a'], method: 'infinite' as never })).toThrow(
      /^unknown method: infinite/,
    )
  })
})
