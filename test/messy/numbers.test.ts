// Numbers as people write them, and codes that look like numbers.
import { describe, expect } from 'vitest'
import { readTable } from 'criba/node'
import { analystTests } from './analyst.ts'
import { draws, european, rounded, rows, textOf } from './table-text.ts'
import { select } from '../untyped.ts'

describe('numbers as people write them', () => {
  const table = analystTests()

  {
    const { normal, pick, whole } = draws(31)
    const flats = rows(300, () => {
      const area = 40 + Math.abs(30 * normal())
      const rent = 300 + 12 * area + 60 * normal()
      return {
        Fläche: european(area, 1),
        Zimmer: whole(1, 5),
        Lage: pick(['Mitte', 'Nord']),
        Miete: european(rent, 2),
      }
    })
    table('1.234,5 between semicolons', textOf(flats, { separator: ';' }), {
      target: 'Miete',
      types: { Fläche: 'numeric', Miete: 'numeric', Zimmer: 'numeric', Lage: 'categorical' },
      informative: ['Fläche'],
      warns: [/Fläche: read with decimal commas/, /Miete/],
      alsoDuckdb: 'with evidence',
    })
    const quoted = textOf(flats, { separator: ';', quotes: 'all' })
    table('the same, every cell in quotes', quoted, {
      target: 'Miete',
      types: { Fläche: 'numeric', Miete: 'numeric', Zimmer: 'numeric', Lage: 'categorical' },
      informative: ['Fläche'],
      warns: [/Fläche: read with decimal commas/, /Miete/],
    })
  }

  {
    const { normal, uniform, pick } = draws(32)
    const loans = rows(400, () => {
      const used = uniform()
      const owes = 8000 * uniform()
      return {
        used: `${Math.round(100 * used)}%`,
        owes: `${european(owes, 2)} €`,
        fee: `$${rounded(10 + 3 * normal(), 2).toFixed(2)}`,
        kind: pick(['car', 'home']),
        late: 4 * used + owes / 3000 + 0.6 * normal() > 4 ? 'yes' : 'no',
      }
    })
    table('shares, euros and dollars', textOf(loans, { separator: ';' }), {
      target: 'late',
      types: { used: 'numeric', owes: 'numeric', fee: 'numeric' },
      informative: ['used', 'owes'],
      warns: [/units: .*used/, /units|thousands-marks/],
      mayWarn: [/thousands-marks: .*owes/],
    })
    const dollars = rows(200, () => {
      const cents = 500 + 1500 * uniform()
      const [whole, part] = cents.toFixed(2).split('.')
      const price = `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`
      return { price, weight: rounded(normal(), 2), sold: cents + 200 * normal() < 1200 ? 'yes' : 'no' }
    })
    table('dollars with commas between thousands, in quotes', textOf(dollars), {
      target: 'sold',
      types: { price: 'numeric' },
      informative: ['price'],
      mayWarn: [/units: .*price/, /thousands-marks: .*price/],
    })
  }

  {
    const { normal, pick, whole } = draws(33)
    const zips = ['01011', '02139', '03301', '10001', '33101', '60601', '73301', '94105']
    const homes = rows(480, () => {
      const zip = pick(zips)
      const price = rounded(200 + 90 * (zips.indexOf(zip) % 3) + 30 * normal(), 1)
      return { zip, rooms: whole(1, 6), price }
    })
    table('US postal codes with leading zeros', textOf(homes), {
      target: 'price',
      types: { zip: 'categorical' },
      informative: ['zip'],
      warns: [/leading-zeros: .*zip/],
    })
  }

  {
    const { normal, pick, whole } = draws(34)
    const codes = ['08001', '08036', '28013', '28045', '46002', '41001', '03001', '50001', '15003', '39002']
    const orders = rows(500, () => {
      const postal = pick(codes)
      // Madrid and Barcelona buy more.
      const bought =
        (postal.startsWith('28') || postal.startsWith('08') ? 1 : -1) + normal() > 0 ? 'sí' : 'no'
      return { postal, edad: whole(18, 90), bought }
    })
    table('Spanish postal codes', textOf(orders), {
      target: 'bought',
      types: { postal: 'categorical' },
      informative: ['postal'],
      warns: [/leading-zeros: .*postal/],
    })
  }

  {
    const { normal, happens, pick } = draws(35)
    const clients = rows(400, () => {
      const income = Math.round(3000 + 600 * normal())
      const buys = income + 400 * normal() > 3200 ? 1 : 0
      return {
        income: happens(0.15) ? -999 : income,
        region: pick(['a', 'b', 'c']),
        visits: Math.round(5 + normal()),
        buys,
      }
    })
    table(
      '−999 for what is not known: one value, far from all others, 60 times',
      textOf(clients),
      {
        target: 'buys',
        types: { income: 'numeric', buys: 'numeric' },
        found: { income: ['missing-value-code'] },
        informative: ['income'],
        warns: [/missing-value-code: .*income.*-999.*--missing-words \+-999$/],
        alsoDuckdb: true,
      },
      async ({ path }) => {
        const read = await readTable(path, { missingWords: ['-999'] })
        const { columns } = await select(read, { target: 'buys', evidence: false })
        const known = clients.filter(({ income }) => income !== -999).length
        expect(columns.find(({ name }) => name === 'income')!.missing).toBe(400 - known)
      },
    )
  }

  {
    const { normal, pick } = draws(36)
    const samples = rows(250, (row) => {
      const glucose = rounded(100 + 20 * normal())
      return {
        glucose: row === 97 ? 'n/a?' : glucose,
        nurse: pick(['x', 'y', 'z']),
        ill: glucose + 10 * normal() > 115 ? 'yes' : 'no',
      }
    })
    table(
      'a stray word among numbers: a warning with the remedy',
      textOf(samples),
      {
        target: 'ill',
        types: { glucose: 'categorical' },
        // Its texts do not identify rows, so it is no identifier.
        mayBeFound: { glucose: ['many-levels'] },
        informative: [],
        mayBeChosen: ['glucose'],
        warns: [/mixed-types: .*glucose.*n\/a\?/],
        mayWarn: [/by-chance: .*glucose/],
      },
      async ({ path }) => {
        const read = await readTable(path, { missingWords: ['n/a?'] })
        const { selected } = await select(read, { target: 'ill', evidence: false })
        expect(selected).toEqual(['glucose'])
      },
    )
  }
})
