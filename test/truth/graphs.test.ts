import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank } from '../untyped.ts'

/** Values of scikit-feature, made by graphs.py. */
const { cases } = JSON.parse(readFileSync(new URL('graphs.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly {
    readonly name: string
    readonly k: number
    readonly t: number
    readonly columns: readonly (readonly number[])[]
    readonly heat: readonly number[]
    readonly binary: readonly number[]
    readonly phi1: readonly number[]
    readonly phi2: readonly number[]
  }[]
}

describe.each(cases)('scikit-feature on $name', ({ k, t, columns, ...truth }) => {
  const table = tableFromColumns(columns.map((values, i) => [`x${i}`, values] as const))
  // Its weights are exp(−d²/(2t²)), and each row is its own neighbour.
  const plain = 'self=true,scale=none'
  it.each([
    ['heat', `laplacian-score:k=${k},sigma=${2 * t * t},${plain}`],
    ['binary', `laplacian-score:k=${k},weights=binary,${plain}`],
    ['phi1', `spec:form=phi1,sigma=1,${plain}`],
    ['phi2', `spec:form=phi2,sigma=1,${plain}`],
  ] as const)('%s', async (name, by) => {
    const { rankings } = await rank(table, { by: [by] })
    for (const { feature, score } of rankings[0].scores) {
      const expected = truth[name][Number(feature.slice(1))]
      expect(Math.abs(score! - expected), feature).toBeLessThan(1e-9 * Math.max(1, expected))
    }
  })
})
