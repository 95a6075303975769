// Dates in three styles, in a target that depends on them.
import { describe } from 'vitest'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** The date a number of days after 1 January 2021. */
function dated(day: number) {
  const date = new Date(Date.UTC(2021, 0, 1 + day))
  return { year: date.getUTCFullYear(), month: two(date.getUTCMonth() + 1), day: two(date.getUTCDate()) }
}

describe('dates', () => {
  const table = analystTests()

  {
    const { whole, normal, pick } = draws(21)
    const orders = rows(300, () => {
      const at = whole(0, 720)
      const { year, month, day } = dated(at)
      const price = rounded(100 + at / 10 + 8 * normal(), 2)
      return { ordered: `${year}-${month}-${day}`, paid: pick(['card', 'cash']), pieces: whole(1, 9), price }
    })
    table('the year first; prices rise with time', textOf(orders), {
      target: 'price',
      types: { ordered: 'date', paid: 'categorical', pieces: 'numeric' },
      found: { ordered: ['time'] },
      informative: ['ordered'],
      alsoDuckdb: 'with evidence',
    })
  }

  {
    const { whole, normal, pick } = draws(22)
    const visits = rows(365, () => {
      const at = whole(0, 720)
      const { year, month, day } = dated(at)
      // A new clinic opened after a year.
      const clinic = at + 80 * normal() > 365 ? 'new' : 'old'
      return {
        visited: `${day}/${month}/${year}`,
        doctor: pick(['Ruiz', 'Vega', 'Sanz']),
        age: whole(1, 90),
        clinic,
      }
    })
    table('the day first; a date separates the classes', textOf(visits), {
      target: 'clinic',
      types: { visited: 'date' },
      found: { visited: ['time'] },
      informative: ['visited'],
      mayWarn: [/date-order: .*visited/],
    })
  }

  {
    const { whole, normal } = draws(23)
    const trips = rows(300, () => {
      const { year, month, day } = dated(whole(0, 360))
      const hour = whole(0, 23)
      const minutes = rounded(20 + 2 * Math.abs(hour - 12) + 3 * normal())
      const started = `${month}/${day}/${year} ${two(hour)}:${two(whole(0, 59))}`
      return { started, clock: `${two(hour)}:${two(whole(0, 59))}`, riders: whole(1, 5), minutes }
    })
    table('the month first, with a time; the hour is informative, the day is not', textOf(trips), {
      target: 'minutes',
      types: { started: 'datetime', clock: 'time' },
      found: { started: ['time'], clock: ['time'] },
      informative: ['clock'],
      mayWarn: [/date-order: .*started/],
    })
  }

  {
    const { whole, normal, pick } = draws(24)
    const readings = rows(240, () => {
      const reading = rounded(20 + 4 * normal())
      return {
        taken: `${two(whole(1, 12))}/${two(whole(1, 12))}/2022`,
        reading,
        shift: pick(['day', 'night']),
        alarm: reading + normal() > 23 ? 'yes' : 'no',
      }
    })
    table('ambiguous dates: not guessed, with a warning', textOf(readings), {
      target: 'alarm',
      types: { taken: 'categorical' },
      found: { taken: ['many-levels'] },
      informative: ['reading'],
      warns: [/undecided-dates: .*taken/],
      mayWarn: [/by-chance: .*taken/],
    })
  }
})
