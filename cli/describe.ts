import { descriptionCsv } from '../src/report/csv.ts'
import { descriptionText } from '../src/report/description-text.ts'
import { describe } from '../src/analyses/describe.ts'
import type { DataFlags } from './data-options.ts'
import { printResult, withData } from './run.ts'

/** `criba describe`: types, missing values, ranges and levels of the columns. */
export async function runDescribe(path: string, flags: DataFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec, run, complete }) => {
    const description = await describe(source, spec, run)
    printResult(complete(description), path, flags, { csv: descriptionCsv, text: descriptionText })
  })
}
