import { CribaError } from './error.ts'

/** The columns of weights that a spec may name: frequencies, or sampling weights. */
interface NamedWeights {
  readonly weights?: string | null
  readonly samplingWeights?: string | null
}

/** The column of weights, of whichever kind. */
export function weightColumnOf({ weights, samplingWeights }: NamedWeights): string | null {
  return weights ?? samplingWeights ?? null
}

/** Refuses weights of both kinds. */
export function refuseBothWeights({ weights, samplingWeights }: NamedWeights): void {
  if (!weights || !samplingWeights) return
  throw new CribaError(
    'invalid',
    `invalid samplingWeights: ${samplingWeights} (weights are given too: name one of them)`,
  )
}
