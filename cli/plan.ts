import { CribaError } from '#core'
import type { Plan } from '#core'
import { planCsv, planText, toJson } from '#report'
import type { Flags } from './flags.ts'
import { displayOf, print } from './terminal.ts'

/** Prints a plan in the format of the flags. */
export function printPlan(plan: Plan, { format }: Flags): void {
  if (format === 'json') print(toJson(plan))
  else if (format === 'csv') print(planCsv(plan))
  else print(planText(plan, displayOf()))
}

/** A plan runs nothing that could be written to a file. */
export function refuseFilesOfPlan({ plan }: Flags, files: readonly (string | undefined)[]): void {
  const first = files.find((file) => file !== undefined)
  if (!plan || first === undefined) return
  throw new CribaError('invalid', `invalid plan: ${first} needs the scores (leave out --plan, or the file)`)
}
