// Programs without types may give anything for a part of a spec or of a run: each is refused by one line that names it.
import * as criba from 'criba'
import { describe, expect, it } from 'vitest'

const { CribaError, tableFromColumns, tableFromCsv, tableFromRows } = criba

const table = tableFromColumns({
  x: Array.from({ length: 40 }, (_, i) => (i * 7) % 11),
  z: Array.from({ length: 40 }, (_, i) => (i * 5) % 13),
  y: Array.from({ length: 40 }, (_, i) => 'ab'[i % 2]),
})

type Verb = (data: unknown, spec: unknown, run?: unknown) => Promise<unknown>
const verbs = criba as unknown as Readonly<Record<string, Verb>>

/** A spec that each verb takes. */
const specs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  describe: { target: 'y' },
  rank: { target: 'y', by: ['mutual-information'] },
  select: { target: 'y', method: 'jmi', k: 1 },
  score: { target: 'y', features: ['x'] },
  compare: { target: 'y', methods: ['jmi', 'mrmr'], k: 1 },
  interactions: { target: 'y' },
  groups: {},
  informationMatrix: {},
  chain: { features: ['x'], target: 'y' },
  informationByLevel: { features: ['x'], given: ['z'], target: 'y' },
  selfInformation: { feature: 'y' },
  bottleneck: { feature: 'x', target: 'y' },
}

/** No part of any spec takes one of these. */
const wrong: Readonly<Record<string, unknown>> = {
  'a symbol': Symbol('s'),
  'a big number': 5n,
  'a map': new Map([['x', 'numeric']]),
  'a date': new Date(0),
  'a list of lists': [['x']],
  'not a number': NaN,
}

const parts = [
  ...['target', 'task', 'types', 'drop', 'weights', 'samplingWeights', 'missing', 'minRows', 'discretise'],
  ...['bins', 'group', 'strata', 'time', 'key', 'method', 'criterion', 'search', 'k', 'stop', 'cut', 'keep'],
  ...[
    'groups',
    'costs',
    'budget',
    'startFrom',
    'prefilter',
    'pareto',
    'why',
    'landscape',
    'evidence',
    'asIs',
  ],
  ...['alternatives', 'seed', 'by', 'permutations', 'features', 'feature', 'given', 'methods', 'tune'],
  ...['learner', 'metric', 'folds', 'repeats', 'holdout', 'height', 'count', 'linkage', 'units', 'beta'],
]

const refusal = (call: () => unknown) =>
  Promise.resolve()
    .then(call)
    .then(
      () => null,
      (error: unknown) => error,
    )

describe.each(Object.entries(specs))('%s', (verb, spec) => {
  it('works with its own spec', async () => {
    await verbs[verb](table, spec)
  })

  it.each(Object.entries(wrong))('refuses %s for any part', async (_, given) => {
    for (const part of parts) {
      const error = await refusal(() => verbs[verb](table, { ...spec, [part]: given }))
      expect(error, part).toBeInstanceOf(CribaError)
      expect((error as Error).message, part).toMatch(/^(invalid|unknown|missing) /)
    }
  })

  it.each([
    [3, 'invalid data: what is given (needs a table, as readTable returns it, or a source)'],
    [null, 'invalid data: what is given (needs a table, as readTable returns it, or a source)'],
    [{}, 'invalid data: what is given (needs a table, as readTable returns it, or a source)'],
    [Promise.resolve(table), 'invalid data: a promise (await it first)'],
  ])('refuses what is no table: %s', async (data, message) => {
    expect(await refusal(() => verbs[verb](data, spec))).toEqual(new CribaError('invalid', message))
  })

  it.each([
    [{ onProgress: () => {} }, 'unknown part of a run: onProgress (did you mean progress?)'],
    [{ threads: 0 }, 'invalid threads: 0 (needs a whole number, 1 or more)'],
    [{ threads: '2' }, 'invalid threads: 2 (needs a whole number, 1 or more)'],
    [{ progress: null }, 'invalid progress: null (needs a function)'],
    [{ signal: {} }, 'invalid signal: an object (needs an AbortSignal)'],
    [null, 'invalid run: null (needs an object)'],
  ])('refuses the run %o', async (run, message) => {
    const error = await refusal(() => verbs[verb](table, spec, run))
    expect((error as Error).message).toBe(message)
  })
})

it.each([
  [{ target: ['x', 'y'] }, 'invalid target: x,y (needs the name of a column)'],
  [{ target: { column: 'y' } }, 'invalid target: an object (needs the name of a column)'],
  [{ target: 'y', group: '' }, 'unknown group column: an empty name'],
  [{ target: 'y', method: 3 }, 'invalid method: 3 (needs a name, or { method, options })'],
  [
    { target: 'y', method: { method: 'jmi', options: 3 } },
    'invalid method: an object (needs a name, or { method, options })',
  ],
  [{ target: 'y', search: {} }, 'invalid search: an object (needs a name, or { method, options })'],
  [{ target: 'y', stop: 0.01 }, 'invalid stop: 0.01 (needs a text such as gain:0.01)'],
  [{ target: 'y', cut: 10 }, 'invalid cut: 10 (needs a text such as top:10)'],
  [{ target: 'y', types: new Map([['x', 'categorical']]) }, 'invalid types: an object (needs an object)'],
  [{ target: 'y', groups: ['x'] }, 'invalid groups: x (needs an object)'],
  [{ target: 'y', budget: 60 }, 'invalid budget: 60 (needs an object)'],
  [{ target: 'y', keep: ['x', 3] }, 'invalid keep: 3 (needs names)'],
])('select refuses %o', async (spec, message) => {
  expect(((await refusal(() => verbs['select'](table, spec))) as Error).message).toBe(message)
})

it('rank refuses a method that is none', async () => {
  const { message } = (await refusal(() => verbs['rank'](table, { target: 'y', by: [null] }))) as Error
  expect(message).toBe('invalid by: null (needs a name, or { method, options })')
})

it.each([
  [
    'no object',
    () => tableFromColumns(3 as never),
    'invalid columns: 3 (needs an object of lists, one a column)',
  ],
  [
    'a text as values',
    () => tableFromColumns({ x: 'abc' }),
    'invalid column x: no list (needs a list of values)',
  ],
  [
    'pairs that are none',
    () => tableFromColumns(['ab'] as never),
    'invalid columns: an item is no pair (needs a name and a list of values)',
  ],
  ['no rows', () => tableFromRows(3 as never), 'invalid rows: no list (needs a list of objects)'],
  [
    'a row that is a list',
    () => tableFromRows([{ x: 1 }, [2]] as never),
    'invalid row 2: a list (needs an object with a value for each column)',
  ],
  [
    'a row that is none',
    () => tableFromRows([null] as never),
    'invalid row 1: null (needs an object with a value for each column)',
  ],
  [
    'a number for a text',
    () => tableFromCsv(3 as never),
    'invalid text: 3 (needs a text, its bytes, or a file)',
  ],
])('a table is not made of %s', async (_, make, message) => {
  expect(((await refusal(make)) as Error).message).toBe(message)
})
