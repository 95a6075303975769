// Columns that are the same, or always the same.
import { describe, expect } from 'vitest'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

describe('columns that are alike', () => {
  const table = analystTests()
  const { normal, whole, pick, happens } = draws(71)

  {
    const towns: Record<string, number> = { Lugo: 27, Jaén: 23, León: 24, Soria: 42 }
    const farms = rows(300, () => {
      const [rain, town] = [rounded(600 + 120 * normal()), pick(Object.keys(towns))]
      return {
        rain,
        town,
        province: towns[town],
        rain_copy: rain,
        rain_inches: rounded(rain / 25.4, 6),
        soil: pick(['clay', 'sand']),
        yield: rounded(rain / 50 + (town === 'Lugo' ? 4 : 0) + normal(), 2),
      }
    })
    table(
      'copies: the same, a code of the same, the same in inches',
      textOf(farms),
      {
        target: 'yield',
        found: { province: ['copy'], rain_copy: ['copy'], rain_inches: ['copy'] },
        setApart: ['province', 'rain_copy', 'rain_inches'],
        informative: ['rain', 'town'],
        warns: [/doubtful-numbers: .*province \(one for each town\)/],
      },
      ({ selected }) => {
        const of = selected.columns.flatMap(({ findings = [] }) => findings.map(({ of: first }) => first))
        expect(of).toEqual(['town', 'rain', 'rain'])
      },
    )

    const short = farms.map(({ rain, town, soil, yield: crop }) => {
      return { rain, inches: rounded(rain / 25.4, 2), town, soil, yield: crop }
    })
    table('a copy in inches, rounded to two decimals', textOf(short), {
      target: 'yield',
      found: { inches: ['copy'] },
      setApart: ['inches'],
      informative: ['rain', 'town'],
      alsoDuckdb: true,
    })
  }

  {
    const rooms = rows(500, (row) => {
      const heat = rounded(20 + 3 * normal())
      return {
        country: 'ES',
        heat,
        version: 3,
        // One row in 125 differs.
        error: row % 125 === 3 ? 1 : 0,
        unit: row === 17 ? 'F' : 'C',
        comfortable: Math.abs(heat - 20) + 0.5 * Math.abs(normal()) < 2 ? 'yes' : 'no',
      }
    })
    table('constant, and all but constant', textOf(rooms), {
      target: 'comfortable',
      found: {
        country: ['constant'],
        version: ['constant'],
        error: ['nearly-constant'],
        unit: ['nearly-constant'],
      },
      setApart: ['country', 'version'],
      informative: ['heat'],
    })
  }

  {
    const members = rows(350, (row) => {
      const visits = whole(0, 40)
      return {
        member: 100000 + 7 * row,
        since: whole(2001, 2021),
        'card no': `ES${String(73 * row + 1009).padStart(8, '0')}`,
        cents: whole(1000, 900000),
        visits,
        renews: visits + 6 * normal() > 18 ? 'yes' : 'no',
        club: happens(0.5) ? 'A' : 'B',
      }
    })
    table('member numbers and card numbers; amounts in cents are no identifiers', textOf(members), {
      target: 'renews',
      found: { member: ['identifier'], 'card no': ['identifier'] },
      // Both number the rows, so the second is also a copy of the first.
      mayBeFound: { 'card no': ['copy'] },
      setApart: ['member', 'card no'],
      informative: ['visits'],
      mayWarn: [/by-chance: .*card no/],
    })
  }

  {
    const { normal: drawn, pick: one, happens: at } = draws(72)
    const homes = rows(300, () => {
      const [income, wealth] = [rounded(drawn(), 2), rounded(drawn(), 2)]
      // Who does not answer one question does not answer the other.
      const isKnown = !at(0.1)
      return {
        income: isKnown ? income : -2147483648,
        wealth: isKnown ? wealth : -2147483648,
        rooms: one([1, 2, 3, 4]),
        buys: income + 0.5 * drawn() > 0.3 ? 'yes' : 'no',
      }
    })
    table('the smallest integer for missing values in the same rows makes no copy', textOf(homes), {
      target: 'buys',
      found: { income: ['missing-value-code'], wealth: ['missing-value-code'] },
      informative: ['income'],
      mayBeChosen: ['wealth'],
      warns: [/missing-value-code: .*2 columns hold -2147483648.*--missing-words \+-2147483648$/],
    })
  }

  {
    const { normal: drawn, pick: one } = draws(73)
    const parts = rows(300, () => {
      const code = one([1, 2, 3, 4, 5])
      const hardness = rounded(code === 2 ? 3 + drawn() : drawn(), 2)
      return { code, supplier: [40, 10, 30, 50, 20][code - 1], size: rounded(drawn(), 2), hardness }
    })
    table('a code as another code', textOf(parts), {
      target: 'hardness',
      found: { supplier: ['copy'] },
      setApart: ['supplier'],
      informative: ['code'],
    })
  }
})
