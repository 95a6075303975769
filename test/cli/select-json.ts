import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { tableFromCsv } from 'criba'
import type { SelectResult } from 'criba'
import { expect } from 'vitest'
import { criba } from './criba.ts'
import { select } from '../untyped.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
export const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

/** The text of an example. */
export const textOf = (name: string) =>
  readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8')

export const cancer = ['select', 'examples/breast-cancer.csv', '-t', 'diagnosis']
export const penguins = ['select', 'examples/penguins.csv', '-t', 'species']
export const diabetes = ['select', 'examples/diabetes.csv', '-t', 'progression']
export const sets = [...diabetes, '--criterion', 'delta-test', '--search', 'exhaustive']

/** A title, and arguments. */
type Case = readonly [title: string, args: readonly string[]]

/** Selections of every kind, with evidence where it is the default. */
export const cases: readonly Case[] = [
  ['both ways', [...diabetes, '--criterion', 'delta-test', '--search', 'floating-forward']],
  ['a path', [...penguins, '-k', '3']],
  ['significance', [...diabetes, '--seed', '2', '--stop', 'significance:alpha=0.01']],
  ['a stop', [...diabetes, '--method', 'delta-test:k=2', '--stop', 'gain:0.01']],
  ['nothing chosen', [...diabetes, '--stop', 'gain:9']],
  ['every set', [...sets, '--landscape', '4']],
  ['sets of two', [...sets, '-k', '2']],
  ['a learner', [...diabetes, '--criterion', 'cv:metric=mse,folds=4', '--evidence', '--threads', '2']],
  ['no evidence', [...diabetes, '--no-evidence']],
  ['alternatives', [...cancer, '-k', '3', '--alternatives']],
  ['a method that resamples', [...diabetes, '--method', 'stability-selection:q=2,pairs=10', '--no-evidence']],
  ['several methods', [...diabetes, '--method', 'consensus:methods=jmi+mrmr', '-k', '3', '--no-evidence']],
  ['a Markov blanket', [...cancer, '--method', 'mmpc:most=2']],
  [
    'evidence with all its options',
    [
      ...penguins,
      '--learner',
      'naive-bayes',
      '--metric',
      'balanced-accuracy',
      '--folds',
      '3',
      '--repeats',
      '2',
    ],
  ],
  ['a size of its own', [...diabetes, '-k', '3', '--size', 'one-error', '--metric', 'mse']],
  ['columns cut', ['select', 'examples/breast-cancer.csv', '-t', 'diagnosis', '--learner', 'naive-bayes']],
]

const fewer: ReadonlyMap<string, readonly string[]> = new Map([
  ['significance', ['--no-evidence']],
  ['evidence with all its options', ['--stop', 'none', '-k', '2']],
  ['columns cut', ['-k', '4', '--folds', '2']],
])

/** The same with less evidence, or with none where another case has it. */
export const smallCases = cases.map(([title, args]): Case => [title, [...args, ...(fewer.get(title) ?? [])]])

/** The JSON of a selection follows the schema, and its spec gives the same result again. */
export async function expectSameFromSpec(args: readonly string[]): Promise<void> {
  const { out } = await criba([...args, '--format', 'json'])
  const result = JSON.parse(out) as SelectResult
  expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
  const again = await select(await tableFromCsv(textOf(args[1].slice('examples/'.length))), result.spec)
  expect({ ...(JSON.parse(JSON.stringify(again)) as object), seconds: 0 }).toEqual({
    ...result,
    seconds: 0,
  })
  expect(isValid({ ...result, steps: [{ feature: 'x' }] })).toBe(false)
}
