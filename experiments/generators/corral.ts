import { drawnColumn, flippedShare, irrelevantColumns, withFlips } from './columns.ts'
import { defineGenerator } from './generator.ts'
import type { MadeColumn } from './generator.ts'

/** How often the correlated column has the class. */
const agreement = 0.75

/**
 * CorrAL: a rule of four bits, and a column that has the class in three of four rows and tempts greedy
 * methods.
 *
 * y = (a0 ∧ a1) ∨ (b0 ∧ b1); all columns are bits, 0 or 1 with the same chance. `correlated` is the class, or
 * with the chance ¼ the other class. `noise` flips classes afterwards.
 *
 * Relevant: a0, a1, b0, b1. Redundant: correlated, which adds nothing to the four. The others are noise.
 *
 * Reference: John, Kohavi and Pfleger (1994), with one irrelevant column and 32 rows. With `irrelevant: 94`
 * it is CorrAL-100 (Bolón-Canedo, Sánchez-Maroño and Alonso-Betanzos 2013), with 99 columns.
 *
 * @example generate('corral', { rows: 500, noise: 0, irrelevant: 1 })
 */
export const corral = defineGenerator({
  name: 'corral',
  title: 'CorrAL: a rule of four bits, and a correlated bit',
  formula: 'y = (a0 ∧ a1) ∨ (b0 ∧ b1); correlated = y in ¾ of the rows',
  reference: 'John, Kohavi and Pfleger 1994',
  rows: 500,
  noise: flippedShare(0),
  options: { irrelevant: irrelevantColumns(1) },
  make: ({ rows, noise, options, stream }) => {
    const flips = stream()
    const bits = (name: string, role: MadeColumn['role']) => {
      const { below } = stream()
      return { name, values: drawnColumn(rows, () => below(2)), role }
    }
    const relevant = ['a0', 'a1', 'b0', 'b1'].map((name) => bits(name, 'relevant'))
    const [a0, a1, b0, b1] = relevant.map(({ values }) => values)
    const classes = a0.map((_, i) => Math.max(a0[i] * a1[i], b0[i] * b1[i]))
    const correlated: MadeColumn = {
      name: 'correlated',
      values: withFlips(classes, 1 - agreement, stream()),
      role: 'redundant',
      of: relevant.map(({ name }) => name),
    }
    const others = Array.from({ length: options.irrelevant }, (_, i) =>
      bits(`irrelevant${i + 1}`, 'irrelevant'),
    )
    return { columns: [...relevant, correlated, ...others], target: withFlips(classes, noise, flips) }
  },
})
