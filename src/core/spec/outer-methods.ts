/** The methods that select by resampling what other methods do; `src/analyses/outer/` has them. */
export const outerMethodIds = [
  'stability-selection',
  'boruta',
  'consensus',
  'rfe-resampled',
  'knockoffs',
  'conditional-randomisation',
] as const

export type OuterMethodId = (typeof outerMethodIds)[number]

export function isOuterMethod(id: string): id is OuterMethodId {
  return (outerMethodIds as readonly string[]).includes(id)
}
