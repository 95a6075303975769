import type { SelectResult } from '#core'
import { decimalsOf, metricName } from './metric-text.ts'
import { counted, fixed } from './numbers.ts'
import { chosenSizeLines } from './size-curve-text.ts'
import { dim, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The scores on held-out rows that chose how many columns are kept, by size. */
export function sizeChoiceLines({ sizeChoice, evidence, options }: SelectResult, display: Display): string[] {
  if (!sizeChoice) return []
  const { learner, sizes, all, none, columns, reads, size } = sizeChoice
  const metric = metricName(sizeChoice.metric)
  const decimals = decimalsOf([all, none])
  const chosen = sizes.scores.find((score) => score.columns === size)!
  const spread = (sd: number | null) => (sd === null ? '' : ` ± ${fixed(sd, decimals)}`)
  const figures = [
    `size ${size} ${fixed(chosen.mean, decimals)}${spread(chosen.sd)}`,
    `all ${counted(columns, 'column')} ${fixed(all.mean, decimals)}${spread(all.sd)}`,
    `none ${fixed(none.mean, decimals)}`,
  ]
  const optimism = evidence
    ? []
    : ['These scores chose the size, so that of the size kept is optimistic (--evidence repeats all of it).']
  return [
    '',
    ...wrap(`size: ${metric} of ${learner} on held-out rows, ${splitsText(options)}`, display.width),
    ...wrap(`  ${reads}`, display.width - 2).map((line, i) => dim(i === 0 ? line : `  ${line}`, display)),
    '',
    ...chosenSizeLines(sizeChoice, metric, decimals, display),
    ...[figures.join(' · '), ...optimism]
      .flatMap((text) => wrap(text, display.width - 2))
      .map((line) => `  ${line}`),
  ]
}

/** How the rows were held out, in words. */
function splitsText({ folds, holdout, repeats }: SelectResult['options']): string {
  const parts =
    folds === undefined ? `${Number((100 * Number(holdout)).toPrecision(3))} % of the rows` : `${folds} folds`
  return repeats === 1 ? parts : `${parts}, repeated ${repeats} times`
}
