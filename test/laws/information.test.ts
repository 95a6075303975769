import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { columnsOf, isVaried, level, near, number, scoreOf, scores, tied, xy } from './given.ts'
import type { Cells } from './given.ts'
import type { RankSpec } from '../untyped.ts'

const sizes = { from: 4, to: 40 }
const some = { numRuns: runs(60) }

describe('information', () => {
  const pair = columnsOf<[string, string]>([level(5), level(4)], sizes).filter(
    ([x, y]) => isVaried(x) && isVaried(y),
  )
  const by = (method: string, target: string): RankSpec => ({ target, by: [method] })
  const information = (x: Cells, y: Cells) => scoreOf('x', xy(x, y), by('mutual-information', 'y'))

  it('I(X;Y) = I(Y;X), to the bit', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        expect(await information(x, y)).toBe(await information(y, x))
      }),
      some,
    ))

  it('I(X;Y) = I(Y;X) of numbers', () =>
    fc.assert(
      fc.asyncProperty(columnsOf<[number, number]>([number, tied], sizes), async ([x, y]) => {
        if (!isVaried(x) || !isVaried(y)) return
        const spec: RankSpec = { bins: 3, task: 'regression', by: ['mutual-information'] }
        const one = await scoreOf('x', xy(x, y), { ...spec, target: 'y' })
        expect(await scoreOf('y', xy(x, y), { ...spec, target: 'x' })).toBe(one)
      }),
      some,
    ))

  it('0 ≤ I(X;Y) ≤ min(H(X), H(Y)), H(X) = I(X;X)', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        const shared = await information(x, y)
        expect(shared).toBeGreaterThanOrEqual(0)
        expect(shared).toBeLessThanOrEqual(Math.min(await information(x, x), await information(y, y)) + 1e-12)
      }),
      some,
    ))

  it('information gain is mutual information, to the bit; gain ratio and symmetrical uncertainty divide it', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x, y]) => {
        const ask = (method: string) => scoreOf('x', xy(x, y), by(method, 'y'))
        const shared = await information(x, y)
        expect(await ask('information-gain')).toBe(shared)
        const [hx, hy] = [await information(x, x), await information(y, y)]
        near(await ask('gain-ratio'), shared / hx)
        near(await ask('symmetrical-uncertainty'), (2 * shared) / (hx + hy))
      }),
      some,
    ))

  it('the information of a column on itself is its entropy', () =>
    fc.assert(
      fc.asyncProperty(pair, async ([x]) => {
        expect(await scoreOf('x', xy(x, x), by('symmetrical-uncertainty', 'y'))).toBe(1)
        expect(await scoreOf('x', xy(x, x), by('gain-ratio', 'y'))).toBe(1)
      }),
      some,
    ))

  it('neither part of an exclusive or is informative', async () => {
    const corners = [
      ['a', 'a', 'no'],
      ['a', 'b', 'yes'],
      ['b', 'a', 'yes'],
      ['b', 'b', 'no'],
    ]
    for (const each of [1, 4, 16]) {
      const rows = corners.flatMap((corner) => new Array<string[]>(each).fill(corner))
      const columns = (['p', 'q', 'y'] as const).map((name, i): [string, string[]] => [
        name,
        rows.map((row) => row[i]),
      ])
      const found = await scores(columns, by('mutual-information', 'y'))
      expect([found.get('p')!.score, found.get('q')!.score]).toEqual([0, 0])
    }
  })
})
