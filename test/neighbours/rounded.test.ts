import { rank } from '../untyped.ts'
import { readTable } from 'criba/node'
import { expect, it } from 'vitest'

/** Means of scikit-learn 1.2.1 over ten seeds, in bits: mutual_info_classif and mutual_info_regression. */
const found = {
  'breast-cancer': {
    target: 'diagnosis',
    of: { 'mean radius': 0.5288, 'mean texture': 0.1394, 'mean perimeter': 0.5822, 'worst radius': 0.6547 },
  },
  diabetes: { target: 'progression', of: { bmi: 0.2515, bp: 0.0958 } },
} as const

// Which noise parts the ties matters by some thousandths of a bit.
it.each(Object.entries(found))(
  'rounded columns of %s score as in scikit-learn',
  async (name, { target, of }) => {
    const table = await readTable(`examples/${name}.csv`)
    const by = ['mutual-information:estimator=nearest', 'mutual-information:estimator=nearest,jitter=0']
    const { rankings, warnings } = await rank(table, { target, by })
    const [parted, asTied] = rankings.map(
      ({ scores }) => new Map(scores.map((one) => [one.feature, one.score!])),
    )
    for (const [feature, bits] of Object.entries(of)) {
      expect(Math.abs(parted.get(feature)! - bits), feature).toBeLessThan(0.02)
      expect(Math.abs(asTied.get(feature)! - bits), feature).toBeGreaterThan(0.05)
    }
    expect(warnings.map(({ message }) => message).join()).toMatch(
      /noise of 1e-10 standard deviations parts them/,
    )
  },
)
