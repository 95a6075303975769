// Results of every command over data and options that differ in what their reports say.
import { compare, describe, groups, interactions, tableFromColumns } from 'criba'
import type { CompareSpec, Report, Table } from 'criba'
import { readTable } from 'criba/node'
import {
  compareReport,
  describeReport,
  groupsReport,
  interactionsReport,
  rankReport,
  selectReport,
} from 'criba/report'
import type { ReportRun } from 'criba/report'
import { rank, select } from '../untyped.ts'
import type { RankSpec, SelectSpec } from '../untyped.ts'
import { untidy } from './untidy-table.ts'

/** A result of a report, with the name of its case. */
export interface ReportedCase {
  readonly name: string
  readonly report: (language: 'en' | 'es') => Promise<Report>
}

const examples = { penguins: 'penguins', cancer: 'breast-cancer', diabetes: 'diabetes', blocks: 'leukaemia' }

/** Numbers that say nothing of each other. */
function noise(columns: number, rows: number): Table {
  let state = 7
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  const numbers = Array.from({ length: columns }, (_, i) => {
    return [`x${i + 1}`, Array.from({ length: rows }, next)] as const
  })
  const classes = Array.from({ length: rows }, () => (next() < 0.5 ? 'left' : 'right'))
  return tableFromColumns({ ...Object.fromEntries(numbers), side: classes })
}

/** The exclusive or of two columns, which only both together show. */
function parity(): Table {
  const bits = (step: number) => Array.from({ length: 256 }, (_, i) => (i >> step) & 1)
  const [a, b, c] = [bits(0), bits(1), bits(2)]
  return tableFromColumns({
    a,
    b,
    c,
    y: a.map((bit, i) => ((bit ^ b[i]) === 1 ? 'odd' : 'even')),
  })
}

/** The results, made one after the other, with what makes their reports. */
export async function manyReports(): Promise<readonly ReportedCase[]> {
  const tables = Object.fromEntries(
    await Promise.all(
      Object.entries(examples).map(
        async ([name, file]) => [name, await readTable(`examples/${file}.csv`)] as const,
      ),
    ),
  ) as Record<keyof typeof examples, Table>
  const { penguins, cancer, diabetes, blocks } = tables
  const [messy, random, xor] = [await untidy(), noise(30, 60), parity()]
  const run = (language: 'en' | 'es'): ReportRun => ({ data: 'data.csv', command: 'criba …', language })
  const cases: ReportedCase[] = []
  const add = async <R>(
    name: string,
    table: Table,
    result: Promise<R>,
    report: (result: R, table: Table, run: ReportRun) => Promise<Report>,
  ) => {
    const found = await result
    cases.push({ name, report: (language) => report(found, table, run(language)) })
  }
  const selects: readonly (readonly [string, Table, SelectSpec])[] = [
    [
      'select with evidence and alternatives',
      penguins,
      {
        target: 'species',
        method: 'jmi',
        evidence: { folds: 3, repeats: 2 },
        alternatives: true,
        why: 'sex',
      },
    ],
    [
      'select a holdout',
      penguins,
      { target: 'species', method: 'mrmr', k: 2, evidence: { holdout: 0.3, repeats: 1 } },
    ],
    [
      'select by a path',
      diabetes,
      { target: 'progression', method: 'lasso', evidence: { folds: 3, size: 'one-error' } },
    ],
    [
      'select sets',
      diabetes,
      { target: 'progression', method: 'exhaustive-mi', drop: ['s1', 's2', 's3', 's4', 's5'] },
    ],
    [
      'select by information and noise',
      diabetes,
      { target: 'progression', method: 'exhaustive-mi-dt', drop: ['s1', 's2', 's3', 's4', 's5'] },
    ],
    [
      'select a front',
      penguins,
      { target: 'species', criterion: 'joint-mi', search: 'exhaustive', pareto: 'consistency' },
    ],
    ['select by boruta', cancer, { target: 'diagnosis', method: 'boruta:runs=10', keep: [] }],
    ['select by stability', diabetes, { target: 'progression', method: 'stability-selection:pairs=10' }],
    ['select by knockoffs', diabetes, { target: 'progression', method: 'knockoffs', seed: 2 }],
    [
      'select from untidy columns',
      messy,
      { target: 'y', method: 'jmi', prefilter: 'mutual-information:top=6', why: 'a', evidence: { folds: 2 } },
    ],
    ['select as it is', messy, { target: 'y', method: 'cmim', asIs: true, k: 3, drop: ['d'] }],
    ['select without a target', diabetes, { method: 'variance', k: 3 }],
    ['select for an event', blocks, { target: 'weeks', event: 'relapse=yes', method: 'log-rank' }],
    ['select from noise', random, { target: 'side', method: 'jmi', evidence: { folds: 5 } }],
    [
      'select noise in any case',
      random,
      { target: 'side', method: 'jmi', k: 3, evidence: { folds: 5, repeats: 2 } },
    ],
    ['select a blanket', cancer, { target: 'diagnosis', method: 'mmpc' }],
    ['select a linear blanket', diabetes, { target: 'progression', method: 'iamb:test=fisher-z' }],
    ['select by partial F', diabetes, { target: 'progression', method: 'stepwise' }],
    ['select backward', diabetes, { target: 'progression', criterion: 'sse', search: 'backward', k: 4 }],
    [
      'select by a false discovery rate',
      cancer,
      { target: 'diagnosis', method: 'mutual-information', cut: 'fdr:0.05' },
    ],
    ['select what only works together', xor, { target: 'y', method: 'jmi' }],
    [
      'select given a column',
      penguins,
      { target: 'species', given: ['island'], method: 'cmim', evidence: { folds: 2 } },
    ],
    ['select with a budget', cancer, { target: 'diagnosis', method: 'jmi', budget: { evals: 40 } }],
    [
      'select one column',
      penguins,
      {
        target: 'species',
        method: 'jmi',
        drop: ['island', 'bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g'],
      },
    ],
  ]
  for (const [name, table, spec] of selects) await add(name, table, select(table, spec), selectReport)
  const ranks: readonly (readonly [string, Table, RankSpec])[] = [
    ['rank by two methods', penguins, { target: 'species', by: ['mutual-information', 'anova-f'] }],
    ['rank by permutations', penguins, { target: 'sex', by: ['mutual-information'], permutations: 99 }],
    ['rank by a path', diabetes, { target: 'progression', by: ['lasso'] }],
    ['rank for an event', blocks, { target: 'weeks', event: 'relapse=yes', by: ['log-rank', 'concordance'] }],
    ['rank in blocks', blocks, { target: 'treatment', block: 'pair', by: ['signed-rank'] }],
    ['rank untidy columns', messy, { target: 'y', by: ['mutual-information', 'relieff'] }],
    ['rank without a target', diabetes, { by: ['variance', 'laplacian-score'] }],
    ['rank given a column', penguins, { target: 'species', given: ['island'], by: ['mutual-information'] }],
    [
      'rank one column',
      penguins,
      {
        target: 'species',
        by: ['gini-gain'],
        drop: ['island', 'bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g'],
      },
    ],
  ]
  for (const [name, table, spec] of ranks) await add(name, table, rank(table, spec), rankReport)
  await add('describe untidy columns', messy, describe(messy, { target: 'y' }), describeReport)
  await add('describe numbers', diabetes, describe(diabetes), describeReport)
  await add('describe penguins', penguins, describe(penguins, { target: 'species' }), describeReport)
  const compares: readonly (readonly [string, Table, CompareSpec])[] = [
    [
      'compare by folds',
      penguins,
      {
        target: 'species',
        methods: ['jmi', 'mrmr', 'mutual-information'],
        k: 3,
        repeats: 2,
        folds: 3,
        learner: ['naive-bayes', 'tree'],
      },
    ],
    [
      'compare one split',
      penguins,
      { target: 'species', methods: ['jmi', 'mrmr'], k: 2, holdout: 0.3, repeats: 1, truth: ['island'] },
    ],
    ['compare one method', diabetes, { target: 'progression', methods: ['lasso'], folds: 3 }],
    [
      'compare what differs',
      cancer,
      { target: 'diagnosis', methods: ['mutual-information', 'welch-t'], k: 1, folds: 3, repeats: 3 },
    ],
  ]
  for (const [name, table, spec] of compares) {
    const { methods, ...result } = await compare(table, spec)
    // Seconds differ from run to run.
    const timed = { ...result, methods: methods.map((one) => ({ ...one, seconds: 0.5 })) }
    await add(name, table, Promise.resolve(timed), compareReport)
  }
  await add('groups', penguins, groups(penguins, { stability: 4, standIns: 'body_mass_g' }), groupsReport)
  await add(
    'groups of correlation',
    cancer,
    groups(cancer, { by: 'correlation', height: 0.3, drop: ['diagnosis'] }),
    groupsReport,
  )
  await add(
    'groups of a target',
    diabetes,
    groups(diabetes, { target: 'progression', height: 0.2 }),
    groupsReport,
  )
  await add('groups of untidy columns', messy, groups(messy, { target: 'y' }), groupsReport)
  await add(
    'interactions',
    penguins,
    interactions(penguins, { target: 'species', permutations: 99 }),
    interactionsReport,
  )
  await add('interactions of bits', xor, interactions(xor, { target: 'y' }), interactionsReport)
  await add('interactions of untidy columns', messy, interactions(messy, { target: 'y' }), interactionsReport)
  return cases
}
