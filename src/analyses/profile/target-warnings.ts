import type { Warning } from '#core'
import type { TargetFacts } from '../scope/target.ts'

/** Of fewer different numbers a target is one of classes. */
const fewestNumbers = 5

/** Warns where whole numbers are read as classes though no option says so and they may be amounts. */
export function targetWarnings({ name, values, classNames, isTaskGiven }: TargetFacts): readonly Warning[] {
  const numbers = classNames.map(Number)
  if (!values || isTaskGiven || numbers.length < fewestNumbers || !numbers.every(Number.isInteger)) return []
  const range = `${Math.min(...numbers)} to ${Math.max(...numbers)}`
  const message = `target ${name} has ${numbers.length} whole numbers, ${range}, read as classes; --task regression reads them as amounts`
  return [{ code: 'target-type', column: name, message }]
}
