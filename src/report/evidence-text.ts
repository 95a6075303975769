import type { SelectResult, Spread } from '../trace/selection.ts'
import { counted } from './numbers.ts'
import { noBreak, wrap } from './text.ts'
import type { Paper } from './text.ts'

const metrics: Readonly<Record<string, string>> = { r2: 'R²' }

/** What the selection is worth on held-out rows, beside all columns and none. */
export function evidenceLines({ evidence }: SelectResult, paper: Paper): string[] {
  if (!evidence) return []
  const { learner, metric, columns, folds, all, selected, none } = evidence
  const sizes = folds.map(({ features }) => features.length)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const chosen = least === most ? counted(least, 'column') : `${least}–${counted(most, 'column')}`
  const what = `evidence (${folds.length}-fold, ${learner} ${metrics[metric] ?? metric})`
  const scores = [
    `all ${counted(columns, 'column')} ${shown(all)}`,
    `selected ${shown(selected)} (${chosen})`,
    `none ${shown(none)}`,
  ].map((score) => score.replaceAll(' ', noBreak))
  const lines = wrap(`${what}: ${scores.join(', ')}`, paper.width)
  return ['', ...lines]
}

function shown({ mean, sd }: Spread): string {
  return `${mean.toFixed(3)} ± ${sd.toFixed(3)}`.replaceAll('-', '−')
}
