import { select, tableFromColumns } from 'criba'

/** Numbers from 0 to 1 (mulberry32). */
export function uniformOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function normalOf(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** The patient of each row. */
export function patients(groups: number, size: number): readonly string[] {
  return Array.from({ length: groups * size }, (_, row) => `p${Math.floor(row / size)}`)
}

/** Columns of noise whose rows have an intraclass correlation of 0.8. */
export function clustered(
  uniform: () => number,
  groups: number,
  size: number,
  columns: number,
): Record<string, number[]> {
  const one = () => {
    const means = Array.from({ length: groups }, () => normalOf(uniform))
    return Array.from(
      { length: groups * size },
      (_, row) => Math.sqrt(0.8) * means[Math.floor(row / size)] + Math.sqrt(0.2) * normalOf(uniform),
    )
  }
  return Object.fromEntries(Array.from({ length: columns }, (_, i) => [`x${i}`, one()]))
}

/** A stationary series of order one. */
function series(uniform: () => number, rows: number, correlation: number): number[] {
  let value = normalOf(uniform)
  return Array.from({ length: rows }, () => {
    const last = value
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * normalOf(uniform)
    return last
  })
}

/** In how many searches by --group a column of noise was chosen: 30 patients of 10 rows, with a target of patients. */
export async function noiseInGroups(searches: number, columns: number): Promise<Chosen> {
  return count(searches, (uniform) => {
    const classes = Array.from({ length: 30 }, () => (uniform() < 0.5 ? 'a' : 'b'))
    const y = patients(30, 10).map((_, row) => classes[Math.floor(row / 10)])
    return { columns: { g: patients(30, 10), ...clustered(uniform, 30, 10, columns), y }, group: 'g' }
  })
}

/** The same by --group where the target varies within patients, as the columns do. */
export async function noiseWithinGroups(searches: number, columns: number): Promise<Chosen> {
  return count(searches, (uniform) => {
    const { x0: y } = clustered(uniform, 30, 10, 1)
    return { columns: { g: patients(30, 10), ...clustered(uniform, 30, 10, columns), y }, group: 'g' }
  })
}

/** The same by --time: series of 300 rows. */
export async function noiseInTime(searches: number, columns: number, correlation = 0.95): Promise<Chosen> {
  return count(searches, (uniform) => {
    const own = Array.from(
      { length: columns },
      (_, i) => [`x${i}`, series(uniform, 300, correlation)] as const,
    )
    const t = Array.from({ length: 300 }, (_, row) => row)
    return {
      columns: { t, ...Object.fromEntries(own), y: series(uniform, 300, correlation) },
      time: 't',
    }
  })
}

/** How many searches chose a column, and how many named synergies. */
export interface Chosen {
  readonly chose: number
  readonly synergies: number
}

interface Search {
  readonly columns: Readonly<Record<string, readonly (string | number)[]>>
  readonly group?: string
  readonly time?: string
}

async function count(searches: number, make: (uniform: () => number) => Search): Promise<Chosen> {
  let [chose, synergies] = [0, 0]
  for (let search = 0; search < searches; search++) {
    const { columns, ...by } = make(uniformOf(1000 + search))
    const found = await select(tableFromColumns(columns), { target: 'y', evidence: false, ...by })
    if (found.selected.length > 0) chose++
    synergies += found.synergies?.found.length ?? 0
  }
  return { chose, synergies }
}
