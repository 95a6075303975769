import { tableFromColumns } from 'criba'
import { exhaustive, miDt, miDtInverse } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '../neighbours/data.ts'
import { score, select } from '../untyped.ts'

const { y, ...features } = columnsOf('continuous', 90, 17)
const names = Object.keys(features).slice(0, 4)
const table = tableFromColumns([['y', y], ...names.map((name) => [name, features[name]] as const)])

/** Information in nats and the delta test of a set, each scored separately. */
async function parts(set: readonly string[], mi: string, scale: string) {
  const by = [mi === 'joint-mi' ? `joint-mi:estimator=ksg1,scale=${scale}` : `${mi}:scale=${scale}`]
  const { scores } = await score(table, {
    features: set,
    target: 'y',
    by: [...by, `delta-test:k=2,scale=${scale}`],
  })
  return { nats: scores[0].score! * Math.LN2, delta: scores[1].score! }
}

const subsets = Array.from({ length: 2 ** names.length - 1 }, (_, i) =>
  names.filter((_, bit) => ((i + 1) >> bit) & 1),
)

describe.each(['total-correlation', 'joint-mi'] as const)('information and noise by %s', (mi) => {
  it.each(['standard', 'none'] as const)('are combined as defined, for every subset: %s', async (scale) => {
    const common = { target: 'y', search: exhaustive(), landscape: 'all' } as const
    const less = await select(table, {
      ...common,
      criterion: miDt({ alpha: 2, beta: 0.5, mi, k: 2, scale }),
    })
    const inverse = await select(table, { ...common, criterion: miDtInverse({ beta: 0.1, mi, k: 2, scale }) })
    const expected = new Map<string, readonly [number, number]>()
    for (const set of subsets) {
      const { nats, delta } = await parts(set, mi, scale)
      expected.set(set.join(), [2 * nats - 0.5 * delta, nats + 1 / (delta + 0.1)])
    }
    for (const [i, { landscape = [], selected, score: best }] of [less, inverse].entries()) {
      expect(landscape).toHaveLength(subsets.length)
      for (const entry of landscape) {
        expect(entry.score).toBeCloseTo(expected.get(entry.features.join())![i], 9)
      }
      const greatest = Math.max(...[...expected.values()].map((both) => both[i]))
      expect(best).toBeCloseTo(greatest, 9)
      expect(expected.get(selected.join())![i]).toBeCloseTo(greatest, 9)
    }
  })
})
