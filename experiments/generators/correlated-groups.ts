import { drawnColumn, withNoise } from './columns.ts'
import { defineGenerator } from './generator.ts'
import type { MadeColumn } from './generator.ts'

/**
 * Groups of correlated columns, of which the first of each group makes the target.
 *
 * y = g1_1 + g2_1 + … + noise·N(0, 1), the sum over `groups` groups. Columns are normal with mean 0 and
 * variance 1; two columns of a group have the correlation `correlation`, columns of different groups are
 * independent. `inactive` more groups, named h1, h2, …, have no part in the target.
 *
 * Relevant: the first column of each of the groups g. Redundant: its other columns, which add nothing to it.
 * The groups h are noise.
 *
 * Reference: the designs of Zou and Hastie (2005), section 5, have such groups.
 *
 * @example generate('correlated-groups', { rows: 300, groups: 4, size: 5, correlation: 0.8, inactive: 4 })
 */
export const correlatedGroups = defineGenerator({
  name: 'correlated-groups',
  title: 'Groups of correlated columns, and a linear target',
  formula: 'y = g1_1 + g2_1 + … + noise·N(0, 1)',
  reference: 'Zou and Hastie 2005',
  rows: 500,
  noise: {
    min: 0,
    max: Number.MAX_VALUE,
    default: 1,
    help: "the standard deviation of the target's normal noise",
  },
  options: {
    groups: { whole: true, min: 1, max: 1000, default: 4, help: 'groups that make the target' },
    size: { whole: true, min: 1, max: 1000, default: 5, help: 'columns of a group' },
    correlation: { min: 0, max: 1, default: 0.8, help: 'the correlation of two columns of a group' },
    inactive: { whole: true, min: 0, max: 1000, default: 4, help: 'groups that have no part in the target' },
  },
  make: ({ rows, noise, options: { groups, size, correlation, inactive }, stream }) => {
    const noiseOfTarget = stream()
    const columnsOf = (group: string, isActive: boolean) => {
      const shared = drawnColumn(rows, stream().normal)
      return Array.from({ length: size }, (_, i): MadeColumn => {
        const { normal } = stream()
        const values = shared.map(
          (value) => Math.sqrt(correlation) * value + Math.sqrt(1 - correlation) * normal(),
        )
        const name = `${group}_${i + 1}`
        if (!isActive) return { name, values, role: 'irrelevant' }
        return i === 0
          ? { name, values, role: 'relevant' }
          : { name, values, role: 'redundant', of: [`${group}_1`] }
      })
    }
    const active = Array.from({ length: groups }, (_, i) => columnsOf(`g${i + 1}`, true))
    const others = Array.from({ length: inactive }, (_, i) => columnsOf(`h${i + 1}`, false))
    const sum = Float64Array.from({ length: rows }, (_, row) =>
      active.reduce((total, [first]) => total + (first.values[row] as number), 0),
    )
    return { columns: [...active, ...others].flat(), target: withNoise(sum, noise, noiseOfTarget) }
  },
})
