import * as criba from 'criba'
import type { Description, FindingKind, RankResult, SelectResult } from 'criba'
import { readTable } from 'criba/node'
import type { ReadOptions } from 'criba/node'
import { expect, it } from 'vitest'
import { differencesOf } from '../fuzz/outcome.ts'
import { schemaFaults } from './schema.ts'
import { openByQueries } from '../reading/by-queries.ts'
import { testFolder } from '../reading/folder.ts'
import { rank, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

/** What a careful analyst expects of a table. */
export interface Expectation {
  readonly target: string
  /** The types of columns: numeric, categorical, date, datetime, time; those not named are not checked. */
  readonly types?: Readonly<Record<string, string>>
  /** The findings about columns; columns not named must have none. */
  readonly found?: Readonly<Record<string, readonly FindingKind[]>>
  /** Findings that may be there too. */
  readonly mayBeFound?: Readonly<Record<string, readonly FindingKind[]>>
  /** The columns that are set apart, exactly. */
  readonly setApart?: readonly string[]
  /** The informative columns: all of them are chosen, and nothing else. */
  readonly informative: readonly string[]
  /** Columns that may be chosen too: they are weak, or redundant. */
  readonly mayBeChosen?: readonly string[]
  /** Each matches at least one warning ("code: message"), and every warning is matched. */
  readonly warns?: readonly RegExp[]
  readonly mayWarn?: readonly RegExp[]
  readonly rows?: number
  /** Results from memory and from DuckDB are compared too, with evidence or without. */
  readonly alsoDuckdb?: true | 'with evidence'
  /** The expectation is right, and the program does not meet it yet. */
  readonly isKnownDefect?: true
  readonly reading?: ReadOptions
  readonly spec?: Omit<SelectSpec, 'target'>
}

export interface Answer {
  readonly path: string
  readonly described: Description
  readonly ranked: RankResult
  readonly selected: SelectResult
}

/** Writes the table, analyses it with defaults, but in two folds or without evidence, and compares the results with the expectation. */
export function analystTests(): (
  title: string,
  content: string | Uint8Array,
  expectation: Expectation,
  also?: (answer: Answer) => void | Promise<void>,
) => void {
  const folder = testFolder()
  let count = 0
  return (title, content, expectation, also) => {
    const name = `table-${(count += 1)}.csv`
    const test = expectation.isKnownDefect ? it.fails : it
    test(title, async () => {
      const path = folder.write(name, content)
      const answer = await answerOf(path, expectation)
      expectAnswer(answer, expectation)
      if (expectation.alsoDuckdb) await expectSameInDuckdb(answer, expectation)
      await also?.(answer)
    })
  }
}

async function answerOf(path: string, { target, reading, spec, alsoDuckdb }: Expectation): Promise<Answer> {
  const table = await readTable(path, reading)
  const described = await criba.describe(table, { target })
  const ranked = await rank(table, { target })
  // Evidence chooses no column and finds nothing in one: some of the tables have it.
  const evidence = alsoDuckdb === 'with evidence' ? { folds: 2 } : false
  const selected = await select(table, { target, evidence, ...spec })
  return { path, described, ranked, selected }
}

function expectAnswer({ described, ranked, selected }: Answer, expectation: Expectation): void {
  const {
    target,
    types = {},
    found = {},
    mayBeFound = {},
    setApart = [],
    informative,
    mayBeChosen = [],
  } = expectation
  for (const result of [described, ranked, selected]) expect(schemaFaults(result)).toEqual([])

  const read = Object.fromEntries(described.columns.map(({ name, type, time }) => [name, time ?? type]))
  expect(read, 'types').toMatchObject(types)

  for (const { columns } of [described, ranked, selected]) {
    const findingsOf = columns.flatMap(({ name, findings = [] }) =>
      name === target ? [] : findings.map(({ kind }) => `${name}: ${kind}`),
    )
    const listed = (of: Expectation['found']) =>
      Object.entries(of ?? {}).flatMap(([name, kinds]) => kinds.map((kind) => `${name}: ${kind}`))
    const may = new Set(listed(mayBeFound))
    expect(findingsOf.filter((one) => !may.has(one)).sort(), 'found').toEqual(listed(found).sort())
  }

  const apart = selected.columns.filter(({ setApart: isApart }) => isApart).map(({ name }) => name)
  expect(apart.sort(), 'set apart').toEqual([...setApart].sort())

  const chosen = selected.uncut ?? selected.selected
  expect(
    informative.filter((name) => !chosen.includes(name)),
    `not chosen, only ${chosen.join()}`,
  ).toEqual([])
  expect(
    chosen.filter((name) => ![...informative, ...mayBeChosen].includes(name)),
    'chosen, though not informative',
  ).toEqual([])
  expect(selected.selected.length > 0, 'something selected').toBe(chosen.length > 0)

  const { warns = [], mayWarn = [], rows } = expectation
  for (const { warnings } of [described, ranked, selected]) {
    const expected = [...warns, ...mayWarn]
    const given = warnings.map(({ code, message }) => `${code}: ${message}`)
    expect(
      given.filter((one) => !expected.some((pattern) => pattern.test(one))),
      'warned of needlessly',
    ).toEqual([])
  }
  const messages = selected.warnings.map(({ code, message }) => `${code}: ${message}`)
  expect(
    warns.filter((pattern) => !messages.some((one) => pattern.test(one))).map(String),
    `not warned of, only ${messages.join('\n')}`,
  ).toEqual([])
  if (rows !== undefined) expect(selected.data.rows, 'rows').toBe(rows)
}

async function expectSameInDuckdb(
  { path, described, ranked, selected }: Answer,
  { target, reading, spec, alsoDuckdb }: Expectation,
): Promise<void> {
  const source = await openByQueries(path, reading)
  const evidence = alsoDuckdb === 'with evidence' ? { folds: 2 } : false
  try {
    for (const [inMemory, inDuckdb] of [
      [described, await criba.describe(source, { target })],
      [ranked, await rank(source, { target })],
      [selected, await select(source, { target, evidence, ...spec })],
    ]) {
      expect(differencesOf({ result: inMemory }, { result: inDuckdb }, 1e-9)).toEqual([])
    }
  } finally {
    source.close()
  }
}
