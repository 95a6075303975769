import { CribaError } from './error.ts'

/** The columns of weights that a spec may name: how often each row counts, or how much it stands for. */
interface NamedWeights {
  readonly weights?: string | null
  readonly samplingWeights?: string | null
}

/** The column of weights, of whichever kind. */
export function weightColumnOf({ weights, samplingWeights }: NamedWeights): string | null {
  return weights ?? samplingWeights ?? null
}

/** Weights are of one kind. */
export function refuseBothWeights({ weights, samplingWeights }: NamedWeights): void {
  if (!weights || !samplingWeights) return
  throw new CribaError(
    'invalid',
    `invalid samplingWeights: ${samplingWeights} (weights are given too: name one of them)`,
  )
}
