// Tables of people: names, tickets, remarks, codes, and columns recorded after the target.
import { describe, expect } from 'vitest'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

describe('tables of persons', () => {
  const table = analystTests()

  {
    const { whole, normal, pick, happens, signs } = draws(11)
    const passengers = rows(891, (row) => {
      const [Pclass, sex] = [pick([1, 2, 3, 3]), pick(['male', 'male', 'female'])]
      const survived = 2 - Pclass + (sex === 'female' ? 2 : -0.8) + 0.8 * normal() > 0
      const Name = `${signs(6, 'abcdeilmnorst')}, ${sex === 'male' ? 'Mr.' : 'Mrs.'} ${signs(5, 'aeiolmnr')}`
      return {
        PassengerId: row + 1,
        Survived: Number(survived),
        Pclass,
        Name,
        Sex: sex,
        Age: happens(0.2) ? null : Math.abs(Math.round(30 + 14 * normal())),
        SibSp: pick([0, 0, 0, 1, 1, 2]),
        Ticket: `${pick(['PC', 'CA', 'A/5'])} ${whole(1000, 1999)}`,
        Fare: rounded(120 / Pclass ** 2 + 4 * Math.abs(normal()), 4),
        Cabin: happens(0.77) ? null : `${pick(['B', 'C', 'D'])}${whole(1, 150)}`,
        Embarked: happens(0.003) ? null : pick(['S', 'S', 'C', 'Q']),
        boat: (survived ? happens(0.98) : happens(0.005)) ? String(whole(1, 16)) : null,
        alive: survived ? 'yes' : 'no',
        class: ['First', 'Second', 'Third'][Pclass - 1],
      }
    })
    table('like the Titanic', textOf(passengers), {
      target: 'Survived',
      types: { Ticket: 'categorical', Cabin: 'categorical', Age: 'numeric', Fare: 'numeric' },
      found: {
        PassengerId: ['identifier'],
        Ticket: ['many-levels'],
        Cabin: ['mostly-empty', 'many-levels'],
        boat: ['leak'],
        alive: ['target-copy'],
        class: ['copy'],
      },
      // Names are three words, all distinct: identifier or free text. Whether `boat` is mostly empty depends on how many survive.
      mayBeFound: {
        Name: ['identifier', 'free-text'],
        boat: ['mostly-empty', 'few-rows'],
        Cabin: ['few-rows'],
      },
      setApart: ['PassengerId', 'Name', 'Cabin', 'boat', 'alive', 'class'],
      informative: ['Sex', 'Pclass'],
      mayBeChosen: ['Fare'],
      warns: [/leak: .*boat/, /target-copy: .*alive/, /missing-values: /],
      mayWarn: [/few-rows/, /missingness: .*boat/, /by-chance: .*(Ticket|Name)/],
      rows: 891,
      alsoDuckdb: true,
    })
  }

  {
    const { whole, normal, pick, signs } = draws(12)
    const words =
      'the a box came late broken again please call back order refund sent wrong size colour today'.split(' ')
    const tickets = rows(300, (row) => {
      const waited = whole(0, 30)
      return {
        uuid: [8, 4, 4, 4, 12].map((length) => signs(length)).join('-'),
        email: `${signs(7, 'abcdefghij')}${row % 10}@example.org`,
        remarks: Array.from({ length: whole(4, 12) }, () => pick(words)).join(' '),
        waited,
        channel: pick(['mail', 'phone', 'shop']),
        satisfied: waited + 5 * normal() < 15 ? 'yes' : 'no',
      }
    })
    table('remarks, addresses and universal identifiers', textOf(tickets), {
      target: 'satisfied',
      types: { uuid: 'categorical', email: 'categorical', remarks: 'categorical' },
      found: { uuid: ['identifier'], email: ['identifier'], remarks: ['free-text'] },
      // Remarks that are all distinct may count as identifiers too.
      mayBeFound: { remarks: ['identifier'] },
      setApart: ['uuid', 'email', 'remarks'],
      informative: ['waited'],
      mayWarn: [/by-chance/],
    })
  }

  {
    const { whole, normal, pick } = draws(13)
    const sales = rows(600, () => {
      const area = whole(50, 400)
      return {
        shop: `S${String(whole(1, 200)).padStart(4, '0')}`,
        area,
        weekday: pick(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']),
        sold: Math.round(20 * area + 1500 * normal()),
      }
    })
    table('shops with three rows each', textOf(sales), {
      target: 'sold',
      types: { shop: 'categorical' },
      found: { shop: ['many-levels'] },
      informative: ['area'],
      mayWarn: [/by-chance: .*shop/],
    })
  }

  {
    const { normal, happens, uniform } = draws(14)
    const survey = rows(400, () => {
      // The group in which income matters is overrepresented, ten to one.
      const met = happens(0.8)
      const income = rounded(20 + 5 * normal(), 2)
      const noise = Object.fromEntries(
        Array.from({ length: 15 }, (_, j) => [`q${j + 1}`, rounded(normal(), 3)]),
      )
      const spends = rounded((met ? 0.5 * income : 10) + normal(), 2)
      return { income, ...noise, weight: rounded((met ? 0.25 : 3) * (0.5 + uniform()), 3), spends }
    })
    table(
      'a survey with weights in fractions',
      textOf(survey),
      {
        target: 'spends',
        types: { weight: 'numeric' },
        informative: ['income'],
        spec: { samplingWeights: 'weight' },
        // Where the spec does not name `weight` as weights, it is a column like any other.
        mayBeChosen: ['weight'],
      },
      async ({ path }) => {
        const { readTable } = await import('criba/node')
        const { rank } = await import('criba')
        const read = await readTable(path)
        const { rankings } = await rank(read, {
          target: 'spends',
          by: ['pearson'],
          samplingWeights: 'weight',
        })
        const found = rankings[0].scores.find(({ feature }) => feature === 'income')!.score!
        const mean = (of: (row: (typeof survey)[number]) => number) =>
          survey.reduce((sum, row) => sum + row.weight * of(row), 0) /
          survey.reduce((sum, row) => sum + row.weight, 0)
        const [x, y] = [mean((row) => row.income), mean((row) => row.spends)]
        const together = (a: 'income' | 'spends', b: 'income' | 'spends') =>
          mean((row) => (row[a] - (a === 'income' ? x : y)) * (row[b] - (b === 'income' ? x : y)))
        const r =
          together('income', 'spends') /
          Math.sqrt(together('income', 'income') * together('spends', 'spends'))
        // Weights are rounded to 2⁻²⁴ of a row, so that their sums are exact.
        expect(Math.abs(found)).toBeCloseTo(Math.abs(r), 7)
        expect(
          rankings[0].scores.filter(({ feature, qValue }) => feature !== 'income' && qValue! < 0.05),
        ).toEqual([])
      },
    )
  }
})
