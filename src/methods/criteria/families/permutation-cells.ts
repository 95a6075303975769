import { alternatives, CribaError } from '#core'
import type { Learner } from '../../learners/learner.ts'
import { learners } from '../../learners/registry.ts'

/** Of a learner of statistics a source permutes values, among all rows. */
export function refuseCells(within: 'all' | 'correlated', { id }: Learner): void {
  if (within === 'all') return
  const known = learners.filter((learner) => 'learnsFromRows' in learner).map((learner) => learner.id)
  throw new CribaError(
    'invalid',
    `invalid within: ${within} (${id} learns from sums, not from rows; use learner ${alternatives(known)})`,
  )
}
