/* Every row of docs/from-*.md that says "the same" or "within …" gives the digits that the other program found on the example tables. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { criba } from '../cli/criba.ts'
import { wordsOf } from '../cli/words.ts'
import orange from './orange.json' with { type: 'json' }
import praznik from './praznik-examples.json' with { type: 'json' }
import scikitLearn from './scikit-learn.json' with { type: 'json' }
import weka from './weka.json' with { type: 'json' }

/** What another program found, and the command that finds the same. */
interface Reference {
  readonly there: string
  readonly here: string
  /** A file of examples/, or else the columns. */
  readonly data?: string
  readonly columns?: Readonly<Record<string, readonly (number | string)[]>>
  readonly target: string
  /** Digits that agree, if not nine. */
  readonly digits?: number
  /** How far scores may differ, where noise breaks ties. */
  readonly within?: number
  readonly scores?: Readonly<Record<string, number>>
  readonly pValues?: Readonly<Record<string, number>>
  readonly cuts?: Readonly<Record<string, readonly number[]>>
  /** The columns whose p is below this are those selected. */
  readonly below?: number
  /** In their order where the scores of the steps are given, else as a set. */
  readonly selected?: readonly string[]
  readonly steps?: readonly number[]
  readonly value?: number
  readonly pairs?: readonly { readonly a: string; readonly b: string; readonly value: number }[]
  readonly path?: {
    readonly places: readonly number[]
    readonly penalties: readonly number[]
    readonly weights: Readonly<Record<string, readonly number[]>>
  }
}

/** What criba prints as JSON, as far as it is compared. */
interface Result {
  readonly rankings: readonly {
    scores: { feature: string; score: number | null; pValue?: number; pFrom?: string }[]
  }[]
  readonly coding: readonly { readonly feature: string; readonly cuts: readonly number[] }[]
  readonly selected: readonly string[]
  readonly steps: readonly { readonly score: number }[]
  readonly scores: readonly { readonly score: number }[]
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly interaction: number }[]
  readonly path: {
    readonly penalties: readonly number[]
    readonly coefficients: readonly { feature: string; coefficients: number[] }[]
  }
}

export const programs: Readonly<Record<string, readonly Reference[]>> = {
  'from-scikit-learn': scikitLearn.rows,
  'from-praznik': praznik.rows,
  'from-weka': weka.rows,
  'from-orange': orange.rows,
}

/** The cells of the table rows of a page whose first cell begins with code. */
export function rowsOf(page: string): { there: string; here: string; agrees: string }[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}.md`, import.meta.url)), 'utf8')
  const codeOf = (cell: string) => /`([^`]*)`/.exec(cell)?.[1] ?? ''
  return [...text.matchAll(/^\| (`.*)\|$/gm)].map(([, line]) => {
    const [there, here, agrees] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { there: codeOf(there), here: codeOf(here), agrees }
  })
}

export const folder = mkdtempSync(join(tmpdir(), 'criba-coming-from-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command of a row, and expects what the other program found. */
export async function expectSameDigits(reference: Reference): Promise<void> {
  const [command, ...options] = wordsOf(reference.here)
  const data = reference.columns ? fileOf(reference.columns) : `examples/${reference.data}`
  const given = [command, data, '-t', reference.target, ...options, '--quiet', '--format', 'json']
  const { code, out, err } = await criba(given)
  expect(err).toBe('')
  expect(code).toBe(0)
  compare(JSON.parse(out) as Result, reference)
}

/** Whether a command fits 442 times for each set of columns. */
export const isLong = ({ here }: Reference) => here.includes('folds=442')

/** A file of columns. */
function fileOf(columns: NonNullable<Reference['columns']>): string {
  const path = join(folder, 'table.csv')
  const names = Object.keys(columns)
  const rows = columns[names[0]].map((_, i) => names.map((name) => columns[name][i]).join())
  writeFileSync(path, [names.join(), ...rows].join('\n'))
  return path
}

function compare(result: Result, reference: Reference): void {
  const {
    scores,
    pValues = {},
    cuts = {},
    below,
    selected,
    steps,
    value,
    pairs,
    path,
    digits = 9,
    within,
  } = reference
  const near = (actual: number | null | undefined, expected: number, what: string) => {
    expect(typeof actual, what).toBe('number')
    const most = within ?? Math.max(Math.abs(expected), 1e-3) * Number(`1e-${digits}`)
    expect(Math.abs(actual! - expected), `${what}: ${actual} for ${expected}`).toBeLessThan(most)
  }
  if (scores) {
    const ours = new Map(result.rankings[0].scores.map((one) => [one.feature, one]))
    for (const [feature, score] of Object.entries(scores)) near(ours.get(feature)?.score, score, feature)
    const ofLaw = Object.entries(pValues).filter(([feature]) => ours.get(feature)?.pFrom === 'law')
    expect(ofLaw.length).toBeGreaterThanOrEqual(0.6 * Object.keys(pValues).length)
    for (const [feature, p] of ofLaw) near(ours.get(feature)?.pValue, p, `p of ${feature}`)
  }
  for (const [feature, those] of Object.entries(cuts)) {
    const ours = result.coding.find((one) => one.feature === feature)?.cuts ?? []
    expect(ours, feature).toHaveLength(those.length)
    for (const [i, cut] of those.entries()) near(ours[i], cut, `cut of ${feature}`)
  }
  if (selected && below !== undefined) {
    const passing = result.rankings[0].scores.filter(({ pValue }) => pValue! < below)
    expect(passing.map(({ feature }) => feature).sort()).toEqual([...selected].sort())
  } else if (selected && steps) {
    expect(result.selected).toEqual(selected)
    for (const [i, score] of steps.entries()) near(result.steps[i].score, score, `step ${i + 1}`)
  } else if (selected) expect([...result.selected].sort()).toEqual([...selected].sort())
  if (value !== undefined) near(result.scores[0].score, value, 'score')
  for (const pair of pairs ?? []) {
    const ours = result.pairs.find(({ a, b }) => [a, b].sort().join() === [pair.a, pair.b].sort().join())
    near(ours?.interaction, pair.value, `${pair.a}, ${pair.b}`)
  }
  if (path) {
    for (const [i, place] of path.places.entries()) {
      near(result.path.penalties[place], path.penalties[i], `penalty ${place}`)
      for (const { feature, coefficients } of result.path.coefficients)
        near(coefficients[place], path.weights[feature][i], `${feature} at penalty ${place}`)
    }
  }
}
