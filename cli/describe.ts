import { descriptionCsv } from '../src/report/csv.ts'
import { descriptionText } from '../src/report/description-text.ts'
import { toJson } from '../src/report/json.ts'
import { describe } from '../src/select/describe.ts'
import { nameOf } from './data-options.ts'
import type { DataFlags } from './data-options.ts'
import { withData } from './run.ts'
import { paperOf, print, warn } from './terminal.ts'

/** `criba describe`: types, missing values, ranges and levels of the columns. */
export async function runDescribe(path: string, flags: DataFlags): Promise<void> {
  await withData(path, flags, async ({ source, spec, dropped, run }) => {
    const described = await describe(source, spec, run)
    const description = {
      ...described,
      data: { ...described.data, ...(flags.sql !== undefined && { sql: flags.sql }) },
      spec: { ...described.spec, drop: dropped },
    }
    if (!flags.quiet) warn(description.warnings.map(({ message }) => message))
    if (flags.format === 'json') print(toJson(description))
    else if (flags.format === 'csv') print(descriptionCsv(description))
    else print(descriptionText(description, nameOf(path, flags), paperOf()))
  })
}
