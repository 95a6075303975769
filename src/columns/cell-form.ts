import type { NumericColumn } from './column.ts'
import { numberOfTime, readTime } from './date-texts.ts'
import { numberInForm } from './marked-numbers.ts'
import type { NumberForm } from './marked-numbers.ts'
import type { TimeForm } from './time-evidence.ts'

/** How all cells of a column of texts are written that stand for numbers. */
export type CellForm = NumberForm | TimeForm

export function timeOfForm(form: CellForm | null): NumericColumn['time'] {
  return form && 'time' in form ? form.time : undefined
}

/** The number a cell stands for; `null` where it is not written in the form. */
export function valueInForm(cell: string, form: CellForm): number | bigint | null {
  if (!('time' in form)) return numberInForm(cell, form)
  const time = readTime(cell)
  return time && numberOfTime(time, form.time, form.order)
}

/** Whether two columns are written alike. */
export function isSameForm(a: CellForm | null, b: CellForm | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The numbers of some cells, null where they have no value; NaN there, and for infinities. */
export function numbersInForm(cells: readonly (string | null)[], form: CellForm): Float64Array {
  return Float64Array.from(cells, (cell) => {
    const value = cell === null ? NaN : Number(valueInForm(cell, form) ?? NaN)
    return Number.isFinite(value) ? value : NaN
  })
}
