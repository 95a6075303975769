import { planCsv } from '../src/report/csv.ts'
import { toJson } from '../src/report/json.ts'
import { planText } from '../src/report/plan-text.ts'
import { CribaError } from '../src/spec/error.ts'
import type { Plan } from '../src/trace/plan.ts'
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
