import type { PenaltyPath } from '#core'
import { shortNumber } from './numbers.ts'
import { wrap } from './text.ts'
import type { Display } from './text.ts'

/**
 * The penalty that chose the columns of a path, and the error of held-out rows there and where it is least,
 * after a label.
 */
export function penaltyLines(
  { penalties, chosen, heldOut, slope }: PenaltyPath,
  display: Display,
  label = '',
): string[] {
  const { rule, place, penalty } = chosen
  const parts = [
    `${label}penalty ${shortNumber(penalty)} chosen by ${rule}, the path has ${rangeOf(penalties)}`,
  ]
  if (heldOut) {
    const { metric, mean, error } = heldOut
    const [name, units] = metric === 'mse' ? ['mean squared error', ''] : ['log-loss', ' bits']
    const least = mean.indexOf(Math.min(...mean))
    parts.push(`${name} of held-out rows ${shortNumber(mean[place])} ± ${shortNumber(error[place])}${units}`)
    if (least !== place)
      parts.push(`least ${shortNumber(mean[least])} at penalty ${shortNumber(penalties[least])}`)
  }
  if (slope !== undefined) parts.push('each fit is a local minimum')
  return wrap(parts.join('; '), display.width)
}

function rangeOf(penalties: readonly number[]): string {
  return `${shortNumber(penalties[0])} to ${shortNumber(penalties[penalties.length - 1])}`
}
