// Tables as other programs write them.
import { describe } from 'vitest'
import { analystTests } from './analyst.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

describe('tables as other programs write them', () => {
  const table = analystTests()

  {
    const { whole, normal, pick, happens } = draws(1)
    const insured = rows(400, (row) => {
      const [age, smoker, bmi] = [whole(18, 64), happens(0.25), rounded(30 + 5 * normal())]
      const charges = rounded(250 * age + 20000 * Number(smoker) + 300 * bmi + 2000 * normal(), 2)
      const region = pick(['north', 'south', 'east', 'west'])
      return { '': row, age, bmi, children: whole(0, 4), smoker, region, charges }
    })
    table('pandas: to_csv with its index, True and False', textOf(insured), {
      target: 'charges',
      types: { column_1: 'numeric', age: 'numeric', smoker: 'categorical', region: 'categorical' },
      found: { column_1: ['identifier'] },
      setApart: ['column_1'],
      informative: ['smoker', 'age'],
      mayBeChosen: ['bmi'],
      warns: [/row-numbers: .*column_1/],
      rows: 400,
    })
  }

  {
    const { whole, normal, happens } = draws(2)
    const customers = rows(500, () => {
      const [months, premium] = [whole(1, 60), happens(0.4)]
      const churned = 12 - months / 4 - 6 * Number(premium) + 3 * normal() > 0
      const active = happens(0.1) ? null : happens(0.5)
      return { months, premium, active, calls: whole(0, 9), churned }
    })
    table('pandas: booleans with gaps, a boolean target', textOf(customers), {
      target: 'churned',
      types: { premium: 'categorical', active: 'categorical', churned: 'categorical', months: 'numeric' },
      informative: ['months', 'premium'],
      warns: [/missing-values: .*active/],
    })
  }

  {
    const { normal, pick, happens } = draws(3)
    const flowers = rows(150, (row) => {
      const Species = ['setosa', 'versicolor', 'virginica'][Math.floor(row / 50)]
      const size = Math.floor(row / 50)
      return {
        '': String(row + 1),
        Sepal: happens(0.05) ? null : rounded(5.8 + 0.8 * normal()),
        Length: rounded(1.5 + 1.8 * size + 0.6 * normal()),
        Width: rounded(0.3 + 0.6 * size + 0.3 * normal()),
        Site: pick(['A', 'B', 'C']),
        Species,
      }
    })
    table('R: write.csv with names of rows', textOf(flowers, { quotes: 'texts', missing: 'NA' }), {
      target: 'Species',
      types: { column_1: 'numeric', Sepal: 'numeric', Site: 'categorical' },
      found: { column_1: ['identifier'] },
      setApart: ['column_1'],
      informative: ['Length'],
      mayBeChosen: ['Width'],
      warns: [/row-numbers: .*column_1/, /missing-values: .*Sepal/],
      rows: 150,
    })

    const spaced = textOf(flowers, {
      separator: ' ',
      quotes: 'texts',
      missing: 'NA',
      header: '"Sepal" "Length" "Width" "Site" "Species"',
    })
    table('R: write.table, whose header has one cell fewer', spaced, {
      target: 'Species',
      types: { column_1: 'numeric', Sepal: 'numeric', Length: 'numeric', Site: 'categorical' },
      found: { column_1: ['identifier'] },
      setApart: ['column_1'],
      informative: ['Length'],
      mayBeChosen: ['Width'],
      warns: [/column_1/, /missing-values: .*Sepal/],
      rows: 150,
    })
  }

  {
    const { normal, signs, whole } = draws(4)
    const cars = rows(64, () => {
      const cylinders = whole(2, 4) * 2
      const wt = rounded(1 + cylinders / 3 + 0.4 * normal(), 3)
      return { '': `Make ${signs(5, 'abcdefgh')}`, mpg: rounded(45 - 6 * wt + 1.5 * normal()), cylinders, wt }
    })
    table('R: write.csv of a table whose rows have names', textOf(cars, { quotes: 'texts' }), {
      target: 'mpg',
      types: { column_1: 'categorical', wt: 'numeric' },
      found: { column_1: ['identifier'] },
      setApart: ['column_1'],
      informative: ['wt'],
      mayBeChosen: ['cylinders'],
      warns: [/column-names: .*column_1/],
      mayWarn: [/by-chance: .*column_1/],
    })
  }
})
