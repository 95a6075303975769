import { descriptionCsv } from '../src/report/csv.ts'
import { descriptionText } from '../src/report/description-text.ts'
import { describe } from '../src/resample/describe.ts'
import { dataParts } from '../src/spec/rank-spec.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { printResult, withData } from './run.ts'

/** `criba describe`: types, missing values, ranges and levels of the columns. */
export async function runDescribe(path: string, flags: Flags): Promise<void> {
  const given = await partsGiven(dataParts, flags)
  await withData(path, flags, given, async ({ source, spec, run, complete }) => {
    const description = await describe(source, spec, run)
    printResult(complete(description), path, flags, { csv: descriptionCsv, text: descriptionText })
  })
}
