// Columns that contain the target in some form.
import { describe, expect } from 'vitest'
import type { FindingKind } from 'criba'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'
import type { Cell } from './table-text.ts'

type Of = (answer: { ill: string; risk: number; row: number }) => Cell

const { normal, whole, pick, happens } = draws(43)

/** Patients whose risk depends mostly on age and pressure; `leak` makes a column from the target. */
function patients(leak: Of, target: 'ill' | 'grade' | 'risk' = 'ill') {
  return rows(400, (row) => {
    const [age, pressure] = [whole(20, 90), rounded(120 + 15 * normal())]
    const risk = rounded(age / 20 + (pressure - 120) / 12 + 1.2 * normal(), 3)
    const ill = risk > 3.5 ? 'yes' : 'no'
    const grade = risk > 4.5 ? 'severe' : risk > 3 ? 'moderate' : risk > 1.5 ? 'mild' : 'none'
    const answer = target === 'ill' ? ill : target === 'grade' ? grade : risk
    return {
      age,
      ward: pick(['a', 'b', 'c']),
      leak: leak({ ill: String(answer), risk, row }),
      pressure,
      [target]: answer,
    }
  })
}

const setApart = { setApart: ['leak'], warns: [/target-copy: .*leak/] }
const found = (kind: FindingKind) => ({ found: { leak: [kind] } })

describe('leaks', () => {
  const table = analystTests()
  const informative = ['age', 'pressure']

  table('a copy', textOf(patients(({ ill }) => ill)), {
    target: 'ill',
    ...found('target-copy'),
    ...setApart,
    informative,
    alsoDuckdb: true,
  })

  table('0 and 1 beside the text', textOf(patients(({ ill }) => Number(ill === 'yes'))), {
    target: 'ill',
    ...found('target-copy'),
    ...setApart,
    informative,
  })

  const codes: Record<string, string> = { severe: 'C34.1', moderate: 'J44.9', mild: 'J06.9', none: 'Z00.0' }
  table('levels by other names', textOf(patients(({ ill }) => codes[ill], 'grade')), {
    target: 'grade',
    ...found('target-copy'),
    ...setApart,
    informative,
  })

  const grades = ['none', 'mild', 'moderate', 'severe']
  table('the code of a class', textOf(patients(({ ill }) => grades.indexOf(ill), 'grade')), {
    target: 'grade',
    ...found('target-copy'),
    ...setApart,
    informative,
  })

  table('the number on another scale', textOf(patients(({ risk }) => rounded(1000 * risk, 0), 'risk')), {
    target: 'risk',
    ...found('target-copy'),
    ...setApart,
    informative,
  })

  {
    const noisy = draws(42)
    table(
      'a number above a threshold for 99 % of the ill',
      textOf(
        patients(({ ill }) => {
          const isHigh = noisy.happens(0.99) === (ill === 'yes')
          return rounded(isHigh ? 50 + 40 * noisy.uniform() : 10 + 40 * noisy.uniform(), 2)
        }),
      ),
      {
        target: 'ill',
        ...found('leak'),
        informative: ['leak'],
        mayBeChosen: informative,
        warns: [/leak: .*leak/],
      },
    )
  }

  table(
    'a value that exists only after the fact: days in hospital of the ill',
    textOf(patients(({ ill }) => (ill === 'yes' ? whole(1, 20) : null))),
    {
      target: 'ill',
      ...found('leak'),
      mayBeFound: { leak: ['mostly-empty', 'few-rows'] },
      setApart: ['leak'],
      informative,
      warns: [/leak: .*leak/],
      mayWarn: [/missingness: .*leak/, /few-rows: .*leak/, /missing-values: .*leak/],
    },
  )

  {
    const homes = rows(300, () => {
      const [celsius, people] = [rounded(15 + 8 * normal()), whole(1, 6)]
      const kWh = rounded(400 - 14 * celsius + 30 * people + 25 * normal())
      return {
        celsius,
        people,
        fahrenheit: rounded(1.8 * celsius + 32, 2),
        roof: pick(['flat', 'steep']),
        solar: happens(0.3) ? 'yes' : 'no',
        MJ: rounded(3.6 * kWh, 2),
        kWh,
      }
    })
    table(
      'degrees Fahrenheit as well as Celsius, and the target in other units',
      textOf(homes),
      {
        target: 'kWh',
        found: { fahrenheit: ['copy'], MJ: ['target-copy'] },
        setApart: ['fahrenheit', 'MJ'],
        informative: ['celsius', 'people'],
        warns: [/target-copy: .*MJ/],
      },
      ({ selected }) => {
        const copy = selected.columns.find(({ name }) => name === 'fahrenheit')!.findings![0]
        expect(copy.of).toBe('celsius')
      },
    )
  }
})
