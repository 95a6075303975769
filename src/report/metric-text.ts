import type { Spread } from '#core'
import { fixed } from './numbers.ts'

const names: Readonly<Record<string, string>> = {
  r2: 'R²',
  mse: 'mean squared error',
  'macro-f1': 'macro F₁',
}

/** A metric as reports call it. */
export function metricName(metric: string): string {
  return names[metric] ?? metric
}

/** Three decimals for shares; for larger numbers as many as show four digits. */
export function decimalsOf(spreads: readonly Spread[]): number {
  const largest = spreads.reduce((most, { mean }) => Math.max(most, Math.abs(mean)), 0)
  return largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0
}

/** A number with so many decimals and its sign. */
export function signed(x: number, decimals: number): string {
  const text = fixed(x, decimals)
  return text.startsWith('−') || Number(text) === 0 ? text : `+${text}`
}
