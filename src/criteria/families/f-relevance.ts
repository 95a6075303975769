import { anovaF } from '../anova-f.ts'
import type { RankCriterion, Reads, Types } from '../criterion.ts'
import { fRegression } from '../f-regression.ts'
import type { OptionValue } from '../../spec/options.ts'
import type { Variable } from '../../statistics/variable.ts'

/** F reads numbers, and the target as the task says: its classes, or its numbers. */
export function readsForF({ target, task }: Types): Reads {
  const isRegression = task === null ? target === 'numeric' : task === 'regression'
  return { features: { numeric: 'values', categorical: null }, target: isRegression ? 'values' : 'classes' }
}

/** The ranker by F of the classes, or of the regression on a target of numbers. */
export function rankerByF(target: Variable | null): {
  readonly criterion: RankCriterion
  readonly options: Readonly<Record<string, OptionValue>>
} {
  const { criterion } = target!.coding ? anovaF : fRegression
  return { criterion, options: { by: 'statistic' } }
}
