// Programs without types may give anything for a part of a spec or of a run: each is refused by one line that names it.
import * as criba from 'criba'
import { describe, expect, it } from 'vitest'
import { refusal } from './refusal.ts'

const { CribaError, tableFromColumns } = criba

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
  'a list of itself': listOfItself(),
  'an object without a text': Object.create(null, { x: { value: null, enumerable: true } }),
}

function listOfItself(): readonly unknown[] {
  const list: unknown[] = []
  list.push(list)
  return list
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
    [{ signal: { aborted: false } }, 'invalid signal: an object (needs an AbortSignal)'],
    [
      { checkpoint: { read: 3, write: 4 } },
      'invalid checkpoint: an object (needs an object with read and write)',
    ],
    [Object.create({ progress: 3 }), 'invalid progress: 3 (needs a function)'],
    [[], 'invalid run: an empty list (needs an object)'],
    [new Map(), 'invalid run: an object (needs an object)'],
    [null, 'invalid run: null (needs an object)'],
  ])('refuses the run %o', async (run, message) => {
    const error = await refusal(() => verbs[verb](table, spec, run))
    expect((error as Error).message).toBe(message)
  })
})

it.each([
  [{ target: ['x', 3] }, 'invalid target: 3 (needs names)'],
  [{ target: { column: 'y' } }, 'invalid target: an object (needs the name of a column)'],
  [{ target: 'y', group: '' }, 'unknown group column: an empty name'],
  [{ target: 'y', method: 3 }, 'invalid method: 3 (needs a name, or { method, options })'],
  [
    { target: 'y', method: { method: 'jmi', options: 3 } },
    'invalid method: an object (needs a name, or { method, options })',
  ],
  [{ target: 'y', search: {} }, 'invalid search: an object (needs a name, or { method, options })'],
  [{ target: 'y', search: /x/ }, 'invalid search: an object (needs a name, or { method, options })'],
  [
    { target: 'y', criterion: 'jmi', search: { method: 'forward', lookahead: 2 } },
    'invalid search: an object (needs a name, or { method, options })',
  ],
  [
    { target: 'y', criterion: { method: 'jmi', form: 'sum' } },
    'invalid criterion: an object (needs a name, or { method, options })',
  ],
  [
    { target: 'y', criterion: { criterion: 'jmi' } },
    'invalid criterion: an object (needs a name, or { method, options })',
  ],
  [{ target: 'y', asIs: [true] }, 'invalid asIs: true (needs true or false)'],
  [
    { target: 'y', stop: 'none', task: 'z'.repeat(300) },
    `invalid task: ${'z'.repeat(200)}… (needs classification, regression or unsupervised)`,
  ],
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

describe('functions beside the verbs', () => {
  const { foldLevels, methods } = criba as unknown as Readonly<
    Record<string, (...given: unknown[]) => unknown>
  >

  it.each([
    ['methods', () => methods(3), 'invalid method: 3 (needs a name)'],
    ['foldLevels', () => foldLevels(table, 'y'), 'invalid columns: y (needs a list)'],
    [
      'foldLevels of no columns',
      () => foldLevels(table),
      'invalid columns: undefined (needs a list of names)',
    ],
    ['foldLevels of numbers', () => foldLevels(table, [3]), 'invalid columns: 3 (needs names)'],
  ])('%s refuses another kind in one line', (_, call, message) => {
    expect(call).toThrow(new CribaError('invalid', message))
  })
})
