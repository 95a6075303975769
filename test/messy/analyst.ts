import { describe as describeTable } from 'criba'
import type { Description, FindingKind, RankResult, SelectResult } from 'criba'
import { openSource, readTable } from 'criba/node'
import type { ReadOptions } from 'criba/node'
import { expect, it } from 'vitest'
import { differencesOf } from '../fuzz/outcome.ts'
import { schemaFaults } from './schema.ts'
import { testFolder } from '../reading/folder.ts'
import { rank, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

/** What a careful analyst says of a table, before any program is asked. */
export interface Expectation {
  readonly target: string
  /** How columns are read: numeric, categorical, date, datetime, time; those not named are not looked at. */
  readonly types?: Readonly<Record<string, string>>
  /** What is found of columns: of those not named, nothing. */
  readonly found?: Readonly<Record<string, readonly FindingKind[]>>
  /** What may be found of them besides. */
  readonly mayBeFound?: Readonly<Record<string, readonly FindingKind[]>>
  /** The columns that take no part, exactly. */
  readonly setApart?: readonly string[]
  /** Columns that tell something: all of them are found, nothing else is. */
  readonly tells: readonly string[]
  /** Columns that may be found too: they tell little, or the same as others. */
  readonly mayTell?: readonly string[]
  /** Each matches one warning at least ("code: message"), and no warning is left over. */
  readonly warns?: readonly RegExp[]
  readonly mayWarn?: readonly RegExp[]
  readonly rows?: number
  /** Memory and DuckDB are held against one another too. */
  readonly alsoDuckdb?: true
  /** The analyst is right, and the program does not say so yet. */
  readonly isWrongYet?: true
  readonly reading?: ReadOptions
  readonly spec?: Omit<SelectSpec, 'target'>
}

export interface Answer {
  readonly path: string
  readonly described: Description
  readonly ranked: RankResult
  readonly selected: SelectResult
}

/** Writes the table, asks everything with defaults, and holds the answers against what the analyst says. */
export function analysts(): (
  title: string,
  content: string | Uint8Array,
  expectation: Expectation,
  also?: (answer: Answer) => void | Promise<void>,
) => void {
  const folder = testFolder()
  let count = 0
  return (title, content, expectation, also) => {
    const name = `table-${(count += 1)}.csv`
    const test = expectation.isWrongYet ? it.fails : it
    test(title, async () => {
      const path = folder.write(name, content)
      const answer = await asked(path, expectation)
      holds(answer, expectation)
      if (expectation.alsoDuckdb) await sameInDuckdb(answer, expectation)
      await also?.(answer)
    })
  }
}

async function asked(path: string, { target, reading, spec }: Expectation): Promise<Answer> {
  const table = await readTable(path, reading)
  const described = await describeTable(table, { target })
  const ranked = await rank(table, { target })
  const selected = await select(table, { target, evidence: true, ...spec })
  return { path, described, ranked, selected }
}

function holds({ described, ranked, selected }: Answer, expectation: Expectation): void {
  const { target, types = {}, found = {}, mayBeFound = {}, setApart = [], tells, mayTell = [] } = expectation
  for (const result of [described, ranked, selected]) expect(schemaFaults(result)).toEqual([])

  const read = Object.fromEntries(described.columns.map(({ name, type, time }) => [name, time ?? type]))
  expect(read, 'types').toMatchObject(types)

  for (const { columns } of [described, ranked, selected]) {
    const seen = columns.flatMap(({ name, findings = [] }) =>
      name === target ? [] : findings.map(({ kind }) => `${name}: ${kind}`),
    )
    const listed = (of: Expectation['found']) =>
      Object.entries(of ?? {}).flatMap(([name, kinds]) => kinds.map((kind) => `${name}: ${kind}`))
    const may = new Set(listed(mayBeFound))
    expect(seen.filter((one) => !may.has(one)).sort(), 'found').toEqual(listed(found).sort())
  }

  const apart = selected.columns.filter(({ setApart: isApart }) => isApart).map(({ name }) => name)
  expect(apart.sort(), 'set apart').toEqual([...setApart].sort())

  const chosen = selected.uncut ?? selected.selected
  expect(
    tells.filter((name) => !chosen.includes(name)),
    `not found, only ${chosen.join()}`,
  ).toEqual([])
  expect(
    chosen.filter((name) => ![...tells, ...mayTell].includes(name)),
    'found, though it tells nothing',
  ).toEqual([])
  expect(selected.selected.length > 0, 'something selected').toBe(chosen.length > 0)

  const { warns = [], mayWarn = [], rows } = expectation
  for (const { warnings } of [described, ranked, selected]) {
    const known = [...warns, ...mayWarn]
    const silly = warnings.map(({ code, message }) => `${code}: ${message}`)
    expect(
      silly.filter((one) => !known.some((pattern) => pattern.test(one))),
      'warned of needlessly',
    ).toEqual([])
  }
  const said = selected.warnings.map(({ code, message }) => `${code}: ${message}`)
  expect(
    warns.filter((pattern) => !said.some((one) => pattern.test(one))).map(String),
    `not warned of, only ${said.join('\n')}`,
  ).toEqual([])
  if (rows !== undefined) expect(selected.data.rows, 'rows').toBe(rows)
}

async function sameInDuckdb(answer: Answer, { target, reading, spec }: Expectation): Promise<void> {
  const source = await openSource(answer.path, { ...reading, source: 'duckdb' })
  try {
    const given = { target, evidence: true, ...spec }
    for (const [inMemory, inDuckdb] of [
      [answer.described, await describeTable(source, { target })],
      [answer.ranked, await rank(source, { target })],
      [answer.selected, await select(source, given)],
    ]) {
      expect(differencesOf({ result: inMemory }, { result: inDuckdb }, 1e-9)).toEqual([])
    }
  } finally {
    source.close()
  }
}
