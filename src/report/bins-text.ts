import { binningMethods } from '../coding/discretiser.ts'
import type { SettledDataSpec } from '../spec/rank-spec.ts'

/** The discretiser and its bins: `equal-frequency, 7 bins`, `scott`, `bottleneck, at most 7 bins`. */
export function binsText({ discretise, bins }: Pick<SettledDataSpec, 'discretise' | 'bins'>): string {
  if (bins === null) return discretise
  switch (binningMethods[discretise].bins) {
    case 'count':
      return `${discretise}, ${bins} bins`
    case 'most':
      return `${discretise}, at most ${bins} bins`
    case 'own':
      return `${discretise}, target equal-frequency, ${bins} bins`
  }
}
