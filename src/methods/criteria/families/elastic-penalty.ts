import type { OptionTable } from '#core'

/** The option of an elastic net whose default is `usual`; with 1 it is the lasso. */
export function ratioOption(usual: number) {
  return {
    ratio: {
      type: 'number',
      min: 0.01,
      max: 1,
      default: usual,
      help: 'the share ρ of the penalty that is on weights, not on their squares; 1: the lasso',
    },
  } as const satisfies OptionTable
}

/** What that share makes of the penalty. */
export function elasticPenalty({ ratio }: { readonly ratio: number }) {
  return { columns: ratio, groups: 0, squares: 1 - ratio }
}
