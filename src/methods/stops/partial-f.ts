import type { OptionsOf, OptionTable } from '#core'
import type { Halt } from './halt.ts'

export const partialFOptions = {
  alpha: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.05,
    help: 'a column joins where the p-value of its partial F is below this',
  },
} as const satisfies OptionTable

/**
 * Ends the search when the best candidate reduces the residuals of a linear fit no more than a column of
 * noise would: the p of F = ((SSE₀−SSE₁)/(p₁−p₀)) / (SSE₁/(n−p₁−1)), from F_{p₁−p₀, n−p₁−1}, is at least
 * alpha. The best of many candidates is tested as if it were the only one, so columns of noise join more
 * often than alpha says; `significance` corrects for the number of candidates. Draper and Smith (1998).
 */
export function partialF({ alpha }: OptionsOf<typeof partialFOptions>): Halt {
  return {
    decide: async (proposal) => {
      const { f, pValue } = await proposal.partialF()
      return pValue < alpha
        ? { joins: true, f, pValue }
        : { joins: false, stopped: `no candidate has p < ${alpha}` }
    },
  }
}
