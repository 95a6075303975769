// The answer among the questions, in six disguises and two more.
import { describe, expect } from 'vitest'
import type { FindingKind } from 'criba'
import { analysts } from './analyst.ts'
import { draws, rounded, rows, written } from './written.ts'
import type { Cell } from './written.ts'

type Of = (answer: { ill: string; risk: number; row: number }) => Cell

const { normal, whole, pick, happens } = draws(41)

/** Patients whose risk is told by age and pressure, mostly; `leak` is the disguise. */
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
  const table = analysts()
  const tells = ['age', 'pressure']

  table('a copy', written(patients(({ ill }) => ill)), {
    target: 'ill',
    ...found('target-copy'),
    ...setApart,
    tells,
    alsoDuckdb: true,
  })

  table('0 and 1 beside the text', written(patients(({ ill }) => Number(ill === 'yes'))), {
    target: 'ill',
    ...found('target-copy'),
    ...setApart,
    tells,
  })

  const codes: Record<string, string> = { severe: 'C34.1', moderate: 'J44.9', mild: 'J06.9', none: 'Z00.0' }
  table('levels by other names', written(patients(({ ill }) => codes[ill], 'grade')), {
    target: 'grade',
    ...found('target-copy'),
    ...setApart,
    tells,
  })

  const grades = ['none', 'mild', 'moderate', 'severe']
  table('a class as text and its code beside', written(patients(({ ill }) => grades.indexOf(ill), 'grade')), {
    target: 'grade',
    ...found('target-copy'),
    ...setApart,
    tells,
  })

  table('the number on another scale', written(patients(({ risk }) => rounded(1000 * risk, 0), 'risk')), {
    target: 'risk',
    ...found('target-copy'),
    ...setApart,
    tells,
  })

  {
    const noisy = draws(42)
    table(
      'a number above a threshold for the ill, but for one in a hundred',
      written(
        patients(({ ill }) => {
          const isHigh = noisy.happens(0.99) === (ill === 'yes')
          return rounded(isHigh ? 50 + 40 * noisy.uniform() : 10 + 40 * noisy.uniform(), 2)
        }),
      ),
      { target: 'ill', ...found('leak'), tells: ['leak'], mayTell: tells, warns: [/leak: .*leak/] },
    )
  }

  table(
    'known only after: days in hospital of the ill, none of the others',
    written(patients(({ ill }) => (ill === 'yes' ? whole(1, 20) : null))),
    {
      target: 'ill',
      ...found('leak'),
      mayBeFound: { leak: ['mostly-empty', 'few-rows'] },
      setApart: ['leak'],
      tells,
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
      'degrees of Fahrenheit beside Celsius, and the target in other units',
      written(homes),
      {
        target: 'kWh',
        found: { fahrenheit: ['copy'], MJ: ['target-copy'] },
        setApart: ['fahrenheit', 'MJ'],
        tells: ['celsius', 'people'],
        warns: [/target-copy: .*MJ/],
      },
      ({ selected }) => {
        const copy = selected.columns.find(({ name }) => name === 'fahrenheit')!.findings![0]
        expect(copy.of).toBe('celsius')
      },
    )
  }
})
