import { timeOfType } from '../spec/given-types.ts'
import type { GivenType } from '../spec/given-types.ts'
import { allocateNumbers } from './allocate.ts'
import { timeOfForm, valueInForm } from './cell-form.ts'
import { notATime, undecidedDates } from './notices.ts'
import { numberColumn } from './number-column.ts'
import type { BuiltColumn } from './table.ts'
import { missingTest } from './text-cells.ts'
import { TextEvidence } from './text-evidence.ts'

/** A column of dates or times from texts, as the type says; a text that is none is an error that names its row. */
export function timesOfTexts(
  name: string,
  texts: readonly (string | null)[],
  type: GivenType | undefined,
  place = (row: number) => `row ${row + 1}`,
): BuiltColumn {
  const isMissing = missingTest()
  const cells = texts.map((text) => (text === null || isMissing(text) ? null : text))
  const evidence = new TextEvidence(type, 'unlikely')
  evidence.take(
    cells,
    Uint32Array.from(cells, (_, row) => row),
    0,
  )
  const { form, why, example } = evidence.found()
  const misfit = evidence.firstMisfit
  if (!form && why === 'undecided-dates') throw undecidedDates(name, example)
  if (!form && misfit) throw notATime(name, timeOfType(type)!, place(misfit.row), misfit.cell)
  const values = allocateNumbers(cells.length)
  cells.forEach((cell, row) => {
    values[row] = cell === null ? NaN : Number(valueInForm(cell, form!))
  })
  return { column: numberColumn(name, values, timeOfForm(form) ?? timeOfType(type)), warnings: [] }
}
