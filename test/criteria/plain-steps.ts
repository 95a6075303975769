import { tableFromColumns } from 'criba'
import type { SelectResult, Table } from 'criba'
import fc from 'fast-check'
import { plainEntropy, plainInformation } from '../analyses/plain-information.ts'
import { randomOf } from '../contract/tables.ts'

type Levels = readonly string[]
export type LevelColumns = Readonly<Record<string, Levels>>
type Options = Readonly<Record<string, string | number | boolean>>

/** Fewer bits than these are rounding. */
const nothing = 1e-12
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** A score from its definition: of the candidate x beside the selected columns, with the target y. */
type Plain = (x: Levels, selected: readonly Levels[], y: Levels, options: Options) => number

const entropy = (...columns: Levels[]) =>
  plainEntropy(
    columns,
    columns[0].map(() => 1),
  )
const information = (x: Levels[], y: Levels[]) =>
  plainInformation(
    x,
    y,
    y[0].map(() => 1),
  )
/** I(X;Y|Z). */
const given = (x: Levels, y: Levels, z: Levels) =>
  entropy(x, z) + entropy(y, z) - entropy(x, y, z) - entropy(z)
/** How probable it is that two rows of one level, drawn at random with replacement, have the same class. */
const purity = (y: Levels, levels: Levels) =>
  mean(
    levels.map((level, row) => {
      const same = y.filter((_, other) => levels[other] === level)
      return same.filter((one) => one === y[row]).length / same.length
    }),
  )
const ratio = (a: number, b: number) => (b < nothing ? 0 : a / b)

function linear(beta: (size: number) => number, gamma: (size: number) => number): Plain {
  return (x, selected, y) =>
    information([x], [y]) -
    beta(selected.length) * sum(selected.map((z) => information([z], [x]))) +
    gamma(selected.length) * sum(selected.map((z) => given(z, x, y)))
}
const weight = (value: Options[string]) => (size: number) => (value === '1/s' ? 1 / size : Number(value))

/** The definitions, word by word; the first step is I(X_k;Y) for all. */
export const plainScores: Readonly<Record<string, Plain>> = {
  mim: (x, _, y) => information([x], [y]),
  mifs: (x, selected, y, { beta = 1 }) => linear(weight(beta), () => 0)(x, selected, y, {}),
  mrmr: (x, selected, y, { form }) => {
    if (form !== 'quotient') return linear(weight('1/s'), () => 0)(x, selected, y, {})
    const relevance = information([x], [y])
    const redundancy = mean(selected.map((z) => information([z], [x])))
    if (relevance < nothing) return 0
    return redundancy < nothing ? Infinity : relevance / redundancy
  },
  cife: linear(
    () => 1,
    () => 1,
  ),
  jmi: (x, selected, y, { form }) => {
    const joints = selected.map((z) => information([x, z], [y]))
    return form === 'sum' ? sum(joints) : mean(joints) - mean(selected.map((z) => information([z], [y])))
  },
  jmi3: (x, selected, y) => {
    if (selected.length === 1) return given(x, y, selected[0])
    const pairs = selected.flatMap((b, j) => selected.slice(0, j).map((a) => [a, b]))
    return sum(pairs.map((pair) => information([x, ...pair], [y])))
  },
  'extended-mrmr': (x, selected, y, { beta, gamma }) =>
    linear(weight(beta), weight(gamma))(x, selected, y, {}),
  gmi: (x, selected, y, { beta = '1/s', relevance = 'mi' }) =>
    (relevance === 'mi' ? information([x], [y]) : 0) +
    weight(beta)(selected.length) * sum(selected.map((z) => given(x, y, z))),
  cmim: (x, selected, y, { clamp = true }) =>
    Math.min(...(clamp ? [information([x], [y])] : []), ...selected.map((z) => given(x, y, z))),
  jmim: (x, selected, y) => Math.min(...selected.map((z) => information([x, z], [y]))),
  njmim: (x, selected, y) =>
    Math.min(...selected.map((z) => ratio(information([x, z], [y]), entropy(x, z, y)))),
  disr: (x, selected, y) => sum(selected.map((z) => ratio(information([x, z], [y]), entropy(x, z, y)))),
  icap: (x, selected, y) =>
    information([x], [y]) - sum(selected.map((z) => Math.max(0, information([x], [z]) - given(x, z, y)))),
  cfr: (x, selected, y) => sum(selected.map((z) => 2 * given(x, y, z) - information([x], [y]))),
  dcsf: (x, selected, y) => sum(selected.map((z) => given(x, y, z) + given(z, y, x) - information([x], [z]))),
  /** The whole of Wang et al., Σ I(X_k;Y|X_j) + I(X_j;Y|X_k) beside I(X_k;Y), less what is the same for all. */
  mri: (x, selected, y) =>
    (information([x], [y]) +
      sum(selected.map((z) => given(x, y, z) + given(z, y, x) - information([z], [y])))) /
    (selected.length + 1),
  jim: (x, selected, y) => {
    const joined =
      selected.length === 0 ? [x] : selected.map((z) => x.map((level, row) => `${level}|${z[row]}`))
    return sum(
      joined.map(
        (levels) =>
          purity(y, levels) -
          purity(
            y,
            levels.map(() => ''),
          ),
      ),
    )
  },
  iwfs: (x, selected, y) => {
    const weights = selected.map((z) => {
      const interaction = information([x, z], [y]) - information([x], [y]) - information([z], [y])
      return 1 + ratio(interaction, entropy(x) + entropy(z))
    })
    const share = ratio(2 * information([x], [y]), entropy(x) + entropy(y))
    return weights.reduce((product, weight) => product * weight, 1 + share)
  },
  joint: (x, selected, y) => information([...selected, x], [y]),
}

export function plainScore(
  method: string,
  columns: LevelColumns,
  candidate: string,
  selected: readonly string[],
  options: Options = {},
): number {
  const [x, y] = [columns[candidate], columns['y']]
  if (selected.length === 0 && !['iwfs', 'jim'].includes(method)) return information([x], [y])
  return plainScores[method](
    x,
    selected.map((name) => columns[name]),
    y,
    options,
  )
}

export const plainRelevance = (columns: LevelColumns, name: string) =>
  information([columns[name]], [columns['y']])

/** Every step criterion with options that differ: method, options. */
export const variants: readonly (readonly [title: string, method: string, options: Options])[] = (
  [
    ['jmi', {}],
    ['jmi', { form: 'sum' }],
    ['jmi3', {}],
    ['mim', {}],
    ['mifs', {}],
    ['mifs', { beta: 0.3 }],
    ['mrmr', {}],
    ['mrmr', { form: 'quotient' }],
    ['cife', {}],
    ['extended-mrmr', { beta: '1/s', gamma: 0.5 }],
    ['extended-mrmr', { beta: 0.7, gamma: '1/s' }],
    ['extended-mrmr', { beta: 0.7, gamma: 0 }],
    ['gmi', {}],
    ['gmi', { relevance: 'none' }],
    ['gmi', { beta: 0.4 }],
    ['cmim', {}],
    ['cmim', { clamp: false }],
    ['jmim', {}],
    ['njmim', {}],
    ['disr', {}],
    ['icap', {}],
    ['cfr', {}],
    ['dcsf', {}],
    ['mri', {}],
    ['iwfs', {}],
    ['jim', {}],
    ['joint', {}],
  ] as const
).map(([method, options]) => {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  return [given.length > 0 ? `${method}:${given.join(',')}` : method, method, options]
})

/** Few rows of few levels: related columns, a copy under other names, a constant, and a target of two of them. */
export const levelColumns: fc.Arbitrary<LevelColumns> = fc
  .array(fc.tuple(fc.nat(1), fc.nat(2), fc.nat(3), fc.nat(2), fc.nat(5)), { minLength: 8, maxLength: 40 })
  .map((rows) => ({
    a: rows.map(([a]) => `a${a}`),
    b: rows.map(([, b]) => `b${b}`),
    c: rows.map(([a, , c]) => `c${(a + c) % 4}`),
    again: rows.map(([, b]) => 'xyz'[b]),
    flat: rows.map(() => 'same'),
    d: rows.map(([, b, , d, noise]) => `d${noise < 3 ? b : d}`),
    e: rows.map(([a, b]) => `e${(a + b) % 2}`),
    y: rows.map(([a, b, c, , noise]) => `y${noise === 0 ? c % 3 : (a + b) % 3}`),
  }))
  .filter(({ y }) => new Set(y).size > 1)

/** Many columns: some of the target, some of one another, some equal. */
export function manyColumns({ columns = 90, rows = 150, seed = 1 } = {}): LevelColumns {
  const random = randomOf(seed)
  const draw = (levels: number) => Math.floor(levels * random())
  const y = Array.from({ length: rows }, () => `y${draw(3)}`)
  const all: Record<string, string[]> = { y }
  for (let i = 0; i < columns; i++) {
    const before = all[`x${i - 7}`]
    all[`x${i}`] = Array.from({ length: rows }, (_, row) => {
      if (before && i % 5 === 2) return before[row]
      if (before && i % 5 === 3 && random() < 0.6) return before[row]
      return i % 4 === 1 && random() < 0.3 ? y[row] : `l${draw(2 + (i % 4))}`
    })
  }
  return all
}

export function levelTable(columns: LevelColumns): Table {
  return tableFromColumns(columns, { '*': 'categorical' })
}

/** What of a result does not depend on how it was reached. */
export function outcomeOf({ selected, steps, score }: SelectResult) {
  return { selected, steps, score }
}
