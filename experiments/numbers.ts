/** A number with so many decimals and a proper minus sign; a value that rounds to 0 has none. */
export function fixedText(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

/** A share as whole percent. */
export function percentText(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** The mean of some numbers. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
