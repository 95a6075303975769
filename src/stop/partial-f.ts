import type { OptionsOf, OptionTable } from '../spec/options.ts'
import type { Halt } from './halt.ts'

export const partialFOptions = {
  alpha: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.05,
    help: 'a column joins where chance would take away as much with a smaller probability',
  },
} as const satisfies OptionTable

/**
 * Ends where the best candidate takes away no more of a linear fit's residuals than a column of noise would:
 * F = ((SSE₀−SSE₁)/(p₁−p₀)) / (SSE₁/(n−p₁−1)), p by F_{p₁−p₀, n−p₁−1} at least alpha. As the best of many is tested as if it
 * were the only one, columns of noise join more often than alpha says; `significance` counts the candidates.
 * Draper and Smith (1998).
 */
export function partialF({ alpha }: OptionsOf<typeof partialFOptions>): Halt {
  return {
    judge: async ({ partialFTail }) => {
      const pValue = await partialFTail()
      return pValue < alpha
        ? { joins: true, pValue }
        : { joins: false, stopped: `no candidate has p < ${alpha}` }
    },
  }
}
