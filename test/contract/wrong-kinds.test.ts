// Programs without types may give anything for a part of a spec or of a run: each is refused by one line that names it.
import * as criba from 'criba'
import { openClickHouse } from 'criba/clickhouse'
import { rankContract, searchContract, stopContract } from 'criba/contract'
import { duckSourceOf } from 'criba/duckdb'
import {
  exampleData,
  exampleTable,
  generate,
  lassoError,
  publishedDeltaTest,
  randomState,
  runExperiment,
} from 'criba/experiments'
import * as ownMethods from 'criba/methods'
import { readTable } from 'criba/node'
import {
  chartCsv,
  distributions,
  experimentReport,
  figureSvg,
  rankReport,
  reportPage,
  selectReport,
} from 'criba/report'
import { connectTo, connectWorker, openWorker } from 'criba/worker'
import { afterAll, describe, expect, it } from 'vitest'
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
    `invalid task: ${'z'.repeat(200)}… (needs classification, regression, survival or unsupervised)`,
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

describe('a criterion or search of one’s own', () => {
  const { jmi, fisher, forward } = ownMethods as unknown as Readonly<
    Record<string, Readonly<Record<string, object>>>
  >
  const record = jmi['criterion']
  const score = () => 1

  it.each([
    ['its function', { id: 'one', score }],
    ['the record of a method', { criterion: record }],
  ])('select takes %s', async (_, criterion) => {
    await verbs['select'](table, { target: 'y', criterion, search: 'forward', k: 1, evidence: false })
  })

  it.each([
    [{ id: 3, score }, 'invalid id of the criterion: 3 (needs a name)'],
    [{ score, better: 3 }, 'invalid better of the criterion: 3 (needs higher or lower)'],
    [{ score, monotone: 3 }, 'invalid monotone of the criterion: 3 (needs true or false)'],
    [
      { criterion: { ...record, id: 3 } },
      'invalid criterion: an object (needs a name, or { method, options })',
    ],
    [
      { criterion: { ...record, better: 3 } },
      'invalid criterion: an object (needs a name, or { method, options })',
    ],
    [
      { criterion: { ...record, fold: 3 } },
      'invalid criterion: an object (needs a name, or { method, options })',
    ],
  ])('select refuses the criterion %o', async (criterion, message) => {
    expect(((await refusal(() => verbs['select'](table, { target: 'y', criterion }))) as Error).message).toBe(
      message,
    )
  })

  it('select refuses a search that does not run', async () => {
    const search = { search: { ...forward['search'], run: 3 } }
    const { message } = (await refusal(() =>
      verbs['select'](table, { target: 'y', criterion: 'jmi', search }),
    )) as Error
    expect(message).toBe('invalid search: an object (needs a name, or { method, options })')
  })

  it('rank refuses a function whose record does not say which scores are better', async () => {
    const by = [Object.assign(() => 3, { criterion: { ...fisher['criterion'], better: 3 } })]
    const { message } = (await refusal(() => verbs['rank'](table, { target: 'y', by }))) as Error
    expect(message).toBe('invalid by: a function (needs a name, or { method, options })')
  })
})

describe('functions beside the verbs', () => {
  const ofLists = tableFromColumns({ l: ['a;b', 'a'], y: ['a', 'b'] })
  const result = criba.bottleneck(ofLists, { feature: 'l', target: 'y' })
  const selection = criba.select(table, { target: 'y', method: 'jmi', k: 1 })
  const worker = openWorker()
  afterAll(() => worker.close())
  const data = exampleData('A', { width: 4, rows: 20 })

  /** What each function takes. */
  const calls: Readonly<Record<string, readonly [unknown, () => unknown]>> = {
    tableFromColumns: [criba.tableFromColumns, () => [{ a: [1, 2] }, { a: 'numeric' }]],
    tableFromRows: [criba.tableFromRows, () => [[{ a: 1 }], { a: 'numeric' }]],
    tableFromCsv: [criba.tableFromCsv, () => ['a\n1\n', {}]],
    foldLevels: [criba.foldLevels, () => [ofLists, ['l'], { l: ['a'] }, ['l']]],
    splitLists: [criba.splitLists, () => [ofLists, { l: ';' }, ['l_z'], ['l']]],
    standardise: [criba.standardise, () => [table, 'minmax']],
    centrality: [
      criba.centrality,
      () => [
        [
          [0, 1],
          [1, 0],
        ],
        { names: ['a', 'b'], method: 'infinite-fs' },
      ],
    ],
    bottleneckColumn: [criba.bottleneckColumn, () => [ofLists, result]],
    transform: [criba.transform, () => [selection, table, {}]],
    methods: [criba.methods, () => ['jmi']],
    openSession: [criba.openSession, () => [table, { bytes: 5 }]],
    MemorySource: [(given: never) => new criba.MemorySource(given), () => [table]],
    planRank: [criba.planRank, () => [table, { target: 'y' }]],
    readTable: [readTable, () => ['examples/breast-cancer.csv', { types: {} }]],
    duckSourceOf: [duckSourceOf, () => [ofLists]],
    openClickHouse: [openClickHouse, () => ['http://127.0.0.1:1/']],
    connectTo: [connectTo, () => ['http://127.0.0.1:1/', 'token']],
    connectWorker: [connectWorker, () => [{ postMessage() {} }]],
    openWorker: [
      (...given: Parameters<typeof worker.openSession>) => worker.openSession(...given),
      () => [table, { bytes: 5 }],
    ],
    openFile: [
      (...given: Parameters<typeof worker.openFile>) => worker.openFile(...given),
      () => [new File(['a\n1\n'], 'a.csv'), {}, {}],
    ],
    distributions: [distributions, () => [table, ['x'], {}, {}]],
    rankReport: [rankReport, () => [criba.rank(table, { target: 'y' }), table, {}]],
    selectReport: [selectReport, () => [selection, table, {}]],
    experimentReport: [experimentReport, () => [{ command: 'experiment', name: 'a' }, {}]],
    reportPage: [
      reportPage,
      () => [{ title: '', data: '', question: '', answer: '', sections: [], warnings: [], repeat: {} }],
    ],
    figureSvg: [
      figureSvg,
      () => [{ kind: 'bars', title: 'a', bars: [], value: {}, name: 'a', caption: '' }, {}],
    ],
    chartCsv: [chartCsv, () => [{ kind: 'bars', title: 'a', bars: [] }, {}]],
    exampleData: [exampleData, () => ['A', { width: 4, rows: 20 }]],
    exampleTable: [exampleTable, () => [data, 2]],
    publishedDeltaTest: [publishedDeltaTest, () => [data, 2, 1]],
    lassoError: [
      lassoError,
      () => [
        { rows: [[1], [2]], target: [1, 2] },
        { rows: [[1]], target: [1] },
      ],
    ],
    generate: [generate, () => ['friedman1', { rows: 20 }]],
    randomState: [randomState, () => [13]],
    runExperiment: [runExperiment, () => ['none', {}]],
    chi2: [ownMethods.chi2, () => [{}]],
    defineStop: [ownMethods.defineStop, () => [{ id: 'never', options: {}, start() {} }]],
    defineRank: [ownMethods.defineRank, () => [ownMethods.fisher.criterion]],
    rankContract: [rankContract, () => [ownMethods.fisher]],
    searchContract: [searchContract, () => [ownMethods.forward]],
    stopContract: [stopContract, () => ['gain:0']],
  }

  it.each(Object.entries(calls))('%s refuses other kinds in one line', async (_, [call, given]) => {
    const fit = await Promise.all(given() as readonly unknown[])
    for (const place of fit.keys()) {
      for (const [kind, value] of Object.entries({ ...wrong, null: null, 'a text list': [3] })) {
        const error = await refusal(() =>
          (call as (...all: readonly unknown[]) => unknown)(...fit.with(place, value)),
        )
        if (error !== null) expect(error, `${kind} for part ${place}`).toBeInstanceOf(CribaError)
      }
    }
  })
  const noTable = 'invalid data: what is given (needs a table, as readTable returns it)'
  const { bottleneckColumn, centrality, foldLevels, methods, splitLists } = criba as unknown as Readonly<
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
    ['foldLevels of a number', () => foldLevels(3, ['y']), noTable],
    ['splitLists of a number', () => splitLists(3, { y: ';' }), noTable],
    ['splitLists by a number', () => splitLists(table, { y: 3 }), 'invalid split: y= (needs a sign)'],
    ['splitLists by nothing', () => splitLists(table, 3), 'invalid split: 3 (needs an object)'],
    [
      'centrality without names',
      () => centrality([[0]], {}),
      'invalid names: undefined (needs a list of names)',
    ],
    [
      'centrality by a text',
      () =>
        centrality(
          [
            [0, 0],
            [0, 0],
          ],
          { names: 'ab' },
        ),
      'invalid names: ab (needs a list)',
    ],
    [
      'centrality of a number',
      () => centrality(3, { names: ['a'] }),
      'invalid affinity: no list (needs a list of rows)',
    ],
    [
      'bottleneckColumn of another result',
      () => bottleneckColumn(table, { feature: 'y' }),
      'invalid result: an object (needs a result of bottleneck)',
    ],
  ])('%s refuses another kind in one line', (_, call, message) => {
    expect(call).toThrow(new CribaError('invalid', message))
  })
})
