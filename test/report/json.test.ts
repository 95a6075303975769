import { describe, expect, it } from 'vitest'
import { toJson } from '../../dist/src/report/json.js'

describe('a result as JSON', () => {
  it('has lists of numbers on one line, and all else on lines of their own', () => {
    expect(toJson({ cuts: [1, -2.5, 3e-7, 1e21], names: ['a', 'b'], sets: [[1, 2], [3]], none: [] })).toBe(
      '{\n  "cuts": [1, -2.5, 3e-7, 1e+21],\n  "names": [\n    "a",\n    "b"\n  ],\n  "sets": [\n    [1, 2],\n    [3]\n  ],\n  "none": []\n}',
    )
  })

  it('leaves texts as they are, and writes infinite numbers as texts', () => {
    const result = { text: ['[\n  1,\n  2\n]', '[ 1, 2 ]'], scores: [1, Infinity, -Infinity, null] }
    expect(JSON.parse(toJson(result))).toEqual({ ...result, scores: [1, 'inf', '-inf', null] })
  })
})
