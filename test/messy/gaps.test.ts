// Tables with gaps: in one class, in most rows, in the target.
import { describe, expect } from 'vitest'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

describe('gaps', () => {
  const table = analystTests()

  {
    const { normal, happens, pick, whole } = draws(51)
    const blood = rows(500, () => {
      const [iron, age] = [rounded(90 + 25 * normal()), whole(18, 80)]
      const anaemic = iron + 15 * normal() < 80
      return {
        iron,
        age,
        // 60 % of the healthy were not measured; all of the ill were.
        ferritin: !anaemic && happens(0.6) ? null : rounded(100 + 30 * normal()),
        ward: pick(['north', 'south']),
        anaemia: anaemic ? 'yes' : 'no',
      }
    })
    table('gaps in one class only', textOf(blood), {
      target: 'anaemia',
      informative: ['iron'],
      setApart: [],
      warns: [/missing-values: .*ferritin/, /missingness: .*ferritin/],
      mayBeChosen: ['ferritin'],
      alsoDuckdb: true,
    })

    const complete = blood.map((row, i) => ({
      ...row,
      first: row.anaemia === 'yes' ? null : i % 7,
      second: i % 5,
    }))
    const gaps = complete.map((row, i) => ({
      ...row,
      second: row.anaemia === 'no' && i % 2 ? null : row.second,
    }))
    table('one class without a complete row', textOf(gaps), {
      target: 'anaemia',
      found: { first: ['leak'] },
      setApart: [],
      informative: ['iron'],
      mayBeChosen: ['ferritin', 'second'],
      warns: [/missing-values: /, /leak: .*first/, /missingness: /],
    })
  }

  {
    const { normal, happens, pick } = draws(52)
    const sensors = rows(900, () => {
      const [a, b, c] = [normal(), normal(), normal()]
      const state = a + b + c + 0.5 * normal() > 0 ? 'on' : 'off'
      const gap = <Of>(value: Of) => (happens(0.6) ? null : value)
      const noise = Object.fromEntries(
        Array.from({ length: 8 }, (_, j) => [`noise${j + 1}`, gap(rounded(normal(), 2))]),
      )
      const site = gap(pick(['x', 'y', 'z']))
      return { a: gap(rounded(a, 2)), ...noise, b: gap(rounded(b, 2)), site, c: gap(rounded(c, 2)), state }
    })
    const names = ['a', ...Array.from({ length: 8 }, (_, j) => `noise${j + 1}`), 'b', 'site', 'c']
    table('60 % missing at random in every column', textOf(sensors, { missing: 'NA' }), {
      target: 'state',
      types: { a: 'numeric', site: 'categorical' },
      found: Object.fromEntries(names.map((name) => [name, ['mostly-empty'] as const])),
      setApart: [],
      informative: ['a', 'b', 'c'],
      warns: [/missing-values: /],
      rows: 900,
    })
  }

  {
    const { normal, happens, whole } = draws(53)
    const houses = rows(400, (row) => {
      const size = whole(40, 200)
      // The last hundred, all large, are not sold yet.
      const sold = row < 300
      return {
        size: sold ? size : size + 400,
        garden: happens(0.5) ? 'yes' : 'no',
        floor: whole(0, 9),
        price: sold ? rounded(2 * size + 30 * normal()) : null,
      }
    })
    table(
      'rows without a target',
      textOf(houses),
      {
        target: 'price',
        informative: ['size'],
        warns: [/missing-target: .*100/],
        mayWarn: [/missing-values/],
      },
      async ({ ranked }) => {
        const { rank, tableFromCsv } = await import('criba')
        const known = await rank(await tableFromCsv(textOf(houses.slice(0, 300))), { target: 'price' })
        expect(ranked.rankings[0].scores).toEqual(known.rankings[0].scores)
      },
    )
  }

  {
    const { normal, whole, pick } = draws(54)
    const cards = rows(900, (row) => {
      // 18 of 900.
      const isFraud = row % 50 === 7
      return {
        amount: rounded(isFraud ? 400 + 80 * normal() : 250 + 80 * normal(), 2),
        hour: whole(0, 23),
        country: pick(['ES', 'FR', 'PT']),
        fraud: Number(isFraud),
      }
    })
    table('a target with 2 % positives', textOf(cards), {
      target: 'fraud',
      types: { fraud: 'numeric' },
      informative: ['amount'],
    })
  }
})
