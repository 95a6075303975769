// What reports say, against the results they are of, other analyses, and plain counts.
import { readFileSync } from 'node:fs'
import * as criba from 'criba'
import {
  compare,
  groups,
  informationMatrix,
  interactions,
  rank,
  select,
  tableFromColumns,
  tableFromCsv,
} from 'criba'
import type { Chart, Report, SelectResult, Table } from 'criba'
import { readTable } from 'criba/node'
import {
  compareReport,
  describeReport,
  experimentReport,
  groupsReport,
  interactionsReport,
  rankReport,
  selectReport,
} from 'criba/report'
import { beforeAll, describe, expect, it } from 'vitest'
import { openByQueries } from '../reading/by-queries.ts'
import { tableOf } from '../resample/normal-table.ts'

function chartOf<K extends Chart['kind']>(
  report: Report,
  name: string,
  kind: K,
): Extract<Chart, { kind: K }> {
  const chart = report.sections.flatMap(({ charts = [] }) => charts).find((one) => one.name === name)
  expect(chart?.kind, name).toBe(kind)
  return chart as Extract<Chart, { kind: K }>
}
const tableNamed = (report: Report, name: string) =>
  report.sections.flatMap(({ tables = [] }) => tables).find((one) => one.name === name)!
const titles = (report: Report) => report.sections.map(({ title }) => title)

/** Names of figures and of tables are unique, cells fit their columns, and no number is missing. */
function checkForm(report: Report): void {
  for (const names of [
    report.sections.flatMap(({ charts = [] }) => charts.map(({ name }) => name)),
    report.sections.flatMap(({ tables = [] }) => tables.map(({ name }) => name)),
  ]) {
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]*$/)
  }
  for (const { columns, rows } of report.sections.flatMap(({ tables = [] }) => tables))
    for (const row of rows) {
      expect(row).toHaveLength(columns.length)
      for (const cell of row) expect(typeof cell !== 'number' || Number.isFinite(cell)).toBe(true)
    }
  // What JSON cannot hold would be lost: NaN and infinities become null.
  expect(JSON.parse(JSON.stringify(report))).toEqual(report)
}

const cancer = 'examples/breast-cancer.csv'
const diabetes = 'examples/diabetes.csv'

describe('the report of a selection', () => {
  let table: Table
  let result: SelectResult
  let report: Report
  beforeAll(async () => {
    table = await readTable(cancer)
    result = await select(table, { target: 'diagnosis', evidence: { size: 'one-error' } })
    report = await selectReport(result, table, { data: cancer, hash: 'abc', command: 'criba select x' })
  })

  it('asks, answers with the numbers of the result, and says how to repeat it', () => {
    checkForm(report)
    expect(report.question).toBe(`Which of 30 columns of ${cancer} inform about diagnosis?`)
    expect(report.answer).toContain(
      '2 of the 30 columns were kept to predict diagnosis: worst perimeter and worst smoothness.',
    )
    const { all, selected, none } = result.evidence!
    for (const { mean } of [all, selected, none]) expect(report.answer).toContain(mean.toFixed(3))
    expect(report.data).toBe('569 rows, 30 columns, target diagnosis (classification)')
    expect(report.repeat).toMatchObject({
      command: 'criba select x',
      hash: 'abc',
      versions: { criba: result.criba, Node: process.versions.node },
    })
    expect(report.warnings).toBe(result.warnings)
  })

  it('shows the evidence, the path and the sizes as the result has them', () => {
    const bars = chartOf(report, 'evidence', 'bars').bars
    expect(bars).toHaveLength(3 * 6)
    for (const [i, fold] of result.evidence!.folds.entries()) {
      const own = bars.filter(({ label }) => label === `split ${i + 1}`).map(({ value }) => value)
      expect(own).toEqual([fold.all, fold.selected, fold.none])
    }
    const path = chartOf(report, 'path', 'bars').bars
    for (const [i, step] of result.steps.entries()) {
      const [score, relevance, redundancy, synergy] = path.filter(
        ({ label }) => label === `${i + 1}. ${step.feature}`,
      )
      expect(score.value).toBe(step.score)
      expect(relevance.value! + redundancy.value! + synergy.value!).toBeCloseTo(step.score, 10)
    }
    const steps = tableNamed(report, 'path')
    expect(steps.rows.map((row) => row[steps.columns.indexOf('runner-up')])).toEqual(
      result.steps.map(({ runnerUp }) => runnerUp ?? null),
    )
    const curve = chartOf(report, 'sizes', 'lines').points.filter(
      ({ series }) => series === 'first columns of the path',
    )
    expect(curve.map(({ x, y }) => [x, y])).toEqual(
      result.evidence!.sizes!.scores.map(({ columns, mean }) => [columns, mean]),
    )
    const stability = chartOf(report, 'stability', 'bars').bars
    for (const { label, value } of stability)
      expect(value).toBe(result.evidence!.folds.filter(({ features }) => features.includes(label)).length)
  })

  it('has the similarities that the information of pairs gives, in the order of the tree of groups', async () => {
    const { labels, values, tree } = chartOf(report, 'redundancy', 'matrix')
    const { names, values: information } = await informationMatrix(table, {
      drop: ['diagnosis'],
      bins: result.spec.bins,
    })
    const at = (a: string, b: string) => information[names.indexOf(a) * names.length + names.indexOf(b)]!
    for (const [i, a] of labels.entries())
      for (const [j, b] of labels.entries())
        expect(values[i][j]).toBeCloseTo(i === j ? 1 : (2 * at(a, b)) / (at(a, a) + at(b, b)), 9)
    const { merges } = await groups(table, { target: 'diagnosis', bins: result.spec.bins })
    expect(tree!.map(({ height }) => height)).toEqual(merges.map(({ height }) => height))
    // Each merge joins labels that stand side by side.
    const spans = labels.map((_, i): readonly [number, number] => [i, i])
    for (const { a, b } of tree!) {
      const [x, y] = [spans[a], spans[b]].toSorted(([p], [q]) => p - q)
      expect(y[0]).toBe(x[1] + 1)
      spans.push([x[0], y[1]])
    }
  })

  it('has the interactions and the scores that the analyses give', async () => {
    const { nodes, edges } = chartOf(report, 'synergy', 'graph')
    const { pairs } = await interactions(table, {
      target: 'diagnosis',
      bins: result.spec.bins,
      permutations: 0,
    })
    for (const { a, b, value } of edges) {
      const pair = pairs.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a))!
      expect(value).toBeCloseTo(pair.interaction, 12)
    }
    expect(nodes).toHaveLength(25)
    const { rankings } = await rank(table, { target: 'diagnosis', bins: result.spec.bins })
    expect(chartOf(report, 'scores', 'bars').bars.map(({ label, value }) => [label, value])).toEqual(
      rankings[0].scores.map(({ feature, score }) => [feature, score]),
    )
    expect(
      chartOf(report, 'scores', 'bars')
        .bars.filter(({ chosen }) => chosen)
        .map(({ label }) => label),
    ).toEqual(['worst perimeter', 'worst smoothness'])
  })

  it('is the same from DuckDB', async () => {
    const penguins = 'examples/penguins.csv'
    const inMemory = await readTable(penguins)
    const duck = await openByQueries(penguins)
    try {
      const chosen = await select(inMemory, { target: 'species', k: 3, evidence: { folds: 2 } })
      const made = await selectReport(chosen, inMemory, { data: penguins })
      expect(await selectReport(chosen, duck, { data: penguins })).toEqual(made)
    } finally {
      duck.close()
    }
  })

  it('answers by the verdict of the evidence, whatever it is', async () => {
    // The figures, which are of some rows here, are no part of the answer.
    const some = await tableFromCsv(readFileSync(cancer, 'utf8').split('\n').slice(0, 61).join('\n'))
    const answerOf = async (change: Partial<SelectResult>) =>
      (await selectReport({ ...result, ...change }, some)).answer
    const verdicts = {
      'better-than-all': /are better than all 30 columns by/,
      'as-good-as-all': /are as good as all 30 columns/,
      'worse-than-all': /are worse than all 30 columns by/,
      'not-told-apart': /too few rows to say/,
      'no-better-than-none': /do not show that the selected columns are better than no columns at all/,
    } as const
    for (const [verdict, text] of Object.entries(verdicts))
      expect(
        await answerOf({ evidence: { ...result.evidence!, verdict: verdict as keyof typeof verdicts } }),
      ).toMatch(text)
    const { evidence: _, ...bare } = result
    expect((await selectReport(bare, some)).answer).toBe(
      '2 of the 30 columns were kept to predict diagnosis: worst perimeter and worst smoothness.',
    )
    expect((await selectReport({ ...bare, selected: [] }, some)).answer).toBe(
      'None of the 30 columns was kept to predict diagnosis: jmi stopped with: no candidate is left.',
    )
    expect((await selectReport({ ...bare, selected: ['mean area'] }, some)).answer).toBe(
      '1 of the 30 columns was kept to predict diagnosis: mean area.',
    )
    expect((await selectReport({ ...bare, stopped: 'interrupted' }, some)).answer).toMatch(
      /The search was interrupted: this is its best/,
    )
  })
})

describe('the landscape of an exhaustive selection', () => {
  const table = tableFromColumns(tableOf(3, 120, 6, [1, -1, 0.5]))

  it('has every set, the parts of its score, and the chosen one as the best', async () => {
    const spec = {
      target: 'y',
      criterion: 'mi-dt:alpha=0.7,beta=1.5',
      search: 'exhaustive',
      landscape: 'all',
    } as const
    const result = await select(table, spec)
    const report = await selectReport(result, table)
    checkForm(report)
    const { sets, alpha, beta } = chartOf(report, 'landscape', 'landscape')
    expect([alpha, beta, sets.length]).toEqual([0.7, 1.5, 63])
    const merit = ({ x, y }: (typeof sets)[number]) => alpha * x - beta * y
    const best = sets.reduce((most, set) => (merit(set) > merit(most) ? set : most))
    expect(best.features).toEqual(result.selected)
    const scores = new Map(result.landscape!.map(({ features, score }) => [features.join(), score]))
    for (const set of sets) expect(merit(set)).toBeCloseTo(scores.get(set.features.join())!, 9)
    for (const set of sets) {
      const isBeaten = sets.some(
        (other) => (other.x > set.x && other.y <= set.y) || (other.x >= set.x && other.y < set.y),
      )
      expect(set.front ?? false, set.features.join()).toBe(!isBeaten)
    }
  })

  it('is the front of both criteria, or the best set of each size, of other searches', async () => {
    const front = await select(table, {
      target: 'y',
      criterion: 'sum-mi',
      pareto: 'delta-test',
      search: 'exhaustive',
    })
    const { points } = chartOf(await selectReport(front, table), 'pareto-front', 'points')
    expect(points.map(({ x, y }) => [x, y])).toEqual(front.landscape!.map(({ scores }) => scores))
    const cfs = await select(table, { target: 'y', criterion: 'cfs', search: 'exhaustive' })
    const { points: sizes, marks } = chartOf(await selectReport(cfs, table), 'best-sets', 'lines')
    expect(sizes.map(({ x }) => x)).toEqual([1, 2, 3, 4, 5, 6])
    expect(marks![0].x).toBe(cfs.selected.length)
    expect(Math.max(...sizes.map(({ y }) => y))).toBe(cfs.score)
    const inverse = await select(table, { target: 'y', criterion: 'mi-dt-inverse', search: 'exhaustive' })
    const drawn = chartOf(await selectReport(inverse, table), 'landscape', 'points').points
    const chosen = drawn.filter(({ series }) => series === 'chosen')
    expect(chosen.map(({ label }) => label)).toEqual([inverse.selected.join(', ')])
    expect(chosen[0].x + 1 / (chosen[0].y + 0.01)).toBeCloseTo(inverse.score!, 9)
  })
})

describe('the report of a ranking', () => {
  it('shows scores with intervals, methods side by side, and columns against a numeric target', async () => {
    const table = await readTable(diabetes)
    const result = await rank(table, { target: 'progression', by: ['pearson', 'mutual-information'] })
    const report = await rankReport(result, table, { data: diabetes })
    checkForm(report)
    expect(report.question).toBe(
      `Which of 10 columns of ${diabetes} inform about progression, by pearson and mutual-information?`,
    )
    const { bars } = chartOf(report, 'scores-1', 'bars')
    expect(bars.map(({ label, value }) => [label, value])).toEqual(
      result.rankings[0].scores.map(({ feature, score }) => [feature, score]),
    )
    expect(bars.every(({ low, value, high }) => low! < value! && value! < high!)).toBe(true)
    expect(tableNamed(report, 'mean-ranks').rows.map(([feature, mean]) => [feature, mean])).toEqual(
      result.meanRank!.map(({ feature, rank: mean }) => [feature, mean]),
    )
    const { panels } = chartOf(report, 'distributions', 'scatter')
    const rows = readFileSync(diabetes, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
    expect(panels.find(({ label }) => label === 'bmi')!.points).toEqual(
      rows.map((row) => ({ x: row[2], y: row[10] })),
    )
    // 8 of 10 columns have q ≤ 0.05 by Pearson.
    expect(report.answer).toContain(
      `${result.rankings[0].scores.filter(({ qValue }) => qValue! <= 0.05).length} of 10 differ from chance`,
    )
  })

  it('has identifiers and texts last, without a place or a bar, and says so', async () => {
    const places = Array.from({ length: 60 }, (_, i) => i)
    const table = tableFromColumns({
      id: places.map((i) => `n${i}`),
      url: places.map((i) => `https://a.example/some words of a page/${i * 7919}`),
      x: places.map((i) => (i % 2) * 3 + ((i * 37) % 11)),
      z: places.map((i) => (i * 29) % 13),
      y: places.map((i) => ['no', 'yes'][i % 2]),
    })
    const result = await rank(table, { target: 'y', by: ['mutual-information', 'relieff'], seed: 1 })
    const { scores } = result.rankings[0]
    // The identifier and the text have the largest scores, and keep them in the result.
    expect(scores.slice(0, 2).map(({ feature }) => feature)).toEqual(['id', 'url'])
    const report = await rankReport(result, table)
    checkForm(report)
    expect(report.answer).toMatch(
      /^The first of 4 columns by the mean of their ranks are (x and z|z and x)\./,
    )
    expect(report.sections[0].paragraphs.at(-1)).toBe(
      'Without a place, at the end of the table: id and url; identifiers and free texts only name their rows.',
    )
    expect(chartOf(report, 'scores-1', 'bars').bars.map(({ label }) => label)).toEqual(['x', 'z'])
    const rows = tableNamed(report, 'scores-1').rows
    expect(rows.map(([place, name]) => [place, name])).toEqual([
      [1, 'x'],
      [2, 'z'],
      [null, 'id'],
      [null, 'url'],
    ])
    expect(rows[2][2]).toBe(scores[0].score)
    // The means of the places among two columns, of two methods.
    const means = tableNamed(report, 'mean-ranks').rows
    expect(means.map(([name]) => name).toSorted()).toEqual(['id', 'url', 'x', 'z'])
    for (const [name, mean, first, second] of means)
      expect(mean).toBe(name === 'x' || name === 'z' ? (Number(first) + Number(second)) / 2 : null)
  })

  it('has them last without a word in the text of a method section', async () => {
    const places = Array.from({ length: 60 }, (_, i) => i)
    const table = tableFromColumns({
      id: places.map((i) => `n${i}`),
      x: places.map((i) => (i % 2) * 3 + ((i * 37) % 11)),
      z: places.map((i) => (i * 29) % 13),
      y: places.map((i) => ['no', 'yes'][i % 2]),
    })
    const result = await rank(table, { target: 'y', by: ['mutual-information'] })
    expect(result.rankings[0].scores[0].feature).toBe('id')
    expect((await rankReport(result, table)).repeat.paper!.text).toMatch(/ x, z\.$/)
  })

  it('names what is doubtful among the first columns, and says why there are no intervals', async () => {
    const table = tableFromColumns({
      id: Array.from({ length: 40 }, (_, i) => `n${i}`),
      y: Array.from({ length: 40 }, (_, i) => i % 2),
    })
    const report = await rankReport(await rank(table, { target: 'y' }), table)
    expect(report.answer).toContain('To check first: id (identifier).')
    const few = tableFromColumns({ a: [1, 2, 3, 5], y: [0, 1, 0, 1] })
    const small = await rankReport(await rank(few, { target: 'y' }), few)
    expect(small.sections[0].paragraphs[0]).toBe(
      'No intervals: missing rows: the data have 4 (intervals need 20 or more).',
    )
  })
})

describe('the reports of other commands', () => {
  it('of pairs, groups and comparisons have the numbers of their results', async () => {
    const table = await readTable(cancer)
    const pairs = await interactions(table, { target: 'diagnosis', permutations: 0 })
    const ofPairs = await interactionsReport(pairs, table)
    checkForm(ofPairs)
    const strongest = chartOf(ofPairs, 'interactions', 'bars').bars
    const gains = pairs.pairs.map(({ interaction }) => interaction)
    // The strongest of each sign, from the most synergy to the most redundancy.
    expect([strongest[0].value, strongest.at(-1)!.value]).toEqual([Math.max(...gains), Math.min(...gains)])
    expect(strongest.map(({ value }) => value)).toEqual([
      ...gains.toSorted((a, b) => b - a).slice(0, 20),
      ...gains.toSorted((a, b) => b - a).slice(-20),
    ])
    const { edges } = chartOf(ofPairs, 'synergy', 'graph')
    expect(edges.filter(({ value }) => value > 0)).toHaveLength(30)
    expect(edges.filter(({ value }) => value < 0)).toHaveLength(30)
    const found = await groups(table, {
      target: 'diagnosis',
      by: 'correlation',
      stability: 2,
      standIns: 'mean area',
    })
    const ofGroups = await groupsReport(found, table)
    checkForm(ofGroups)
    const { labels, values } = chartOf(ofGroups, 'redundancy', 'matrix')
    const [{ representative, members }] = found.groups
    for (const { feature, similarity } of members)
      expect(values[labels.indexOf(representative)][labels.indexOf(feature)]).toBe(similarity)
    expect(chartOf(ofGroups, 'stand-ins', 'bars').bars[0].label).toBe(found.standIns!.others[0].feature)
    const compared = await compare(table, { target: 'diagnosis', methods: ['jmi', 'mim'], k: 2, folds: 3 })
    const ofMethods = await compareReport(compared, table)
    checkForm(ofMethods)
    const { bars } = chartOf(ofMethods, 'quality', 'bars')
    expect(bars.slice(0, 2).map(({ value }) => value)).toEqual(
      compared.methods.map(({ evidence }) => evidence[0].selected.mean),
    )
    expect(chartOf(ofMethods, 'agreement', 'matrix').values[0][1]).toBe(compared.agreement[0].jaccard)
  })

  it('of a description has every column, and of an experiment its tables and charts', async () => {
    const table = await readTable('examples/penguins.csv')
    const found = await criba.describe(table, { target: 'species' })
    const report = await describeReport(found, table)
    checkForm(report)
    expect(report.answer).toBe(
      '344 rows and 7 columns, 4 numeric and 3 categorical; values are missing in 5 columns.',
    )
    // Columns by the classes, these by themselves: counted here row by row.
    const { panels } = chartOf(report, 'distributions', 'histograms')
    const [species, ...others] = ['species', ...panels.map(({ label }) => label)]
    expect(others).toEqual(found.columns.map(({ name }) => name).filter((name) => name !== species))
    const [{ bins: classes }] = chartOf(report, 'classes', 'histograms').panels
    expect(Object.fromEntries(classes.map(({ level, rows }) => [level, rows]))).toEqual({
      Adelie: 152,
      Gentoo: 124,
      Chinstrap: 68,
    })
    const [header, ...rows] = readFileSync('examples/penguins.csv', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(','))
    for (const { label, bins } of panels) {
      for (const { level } of classes) {
        const known = rows.filter(
          (row) => row[header.indexOf(species)] === level && row[header.indexOf(label)] !== '',
        )
        const drawn = bins.filter(({ series }) => series === level)
        expect(drawn.reduce((sum, { rows }) => sum + rows, 0)).toBe(known.length)
      }
    }
    const ofNumbers = await describeReport(await criba.describe(table, { target: 'body_mass_g' }), table)
    expect(chartOf(ofNumbers, 'distributions', 'histograms').panels).toHaveLength(7)
    const two = { target: ['species', 'island'] }
    const ofTwo = await describeReport(await criba.describe(table, two), table)
    expect(chartOf(ofTwo, 'classes', 'histograms').panels.map(({ label }) => label)).toEqual([
      'species, island',
      'species',
      'island',
    ])
    const experiment = {
      criba: '0',
      command: 'experiment',
      name: 'a',
      title: 'A',
      source: 'S0, chapter 5',
      claimed: 'It holds.',
      found: 'It does not.',
      tables: [{ name: 't', title: 'T', columns: ['x'], rows: [[1]] }],
      charts: [],
      warnings: [],
      seconds: 0,
    } as const
    const ofExperiment = await experimentReport(experiment)
    expect([ofExperiment.answer, ofExperiment.repeat.command, titles(ofExperiment)]).toEqual([
      'It does not.',
      'criba experiment a',
      ['Evidence'],
    ])
    expect(tableNamed(ofExperiment, 't')).toBe(experiment.tables[0])
  })
})

describe('reports of odd tables', () => {
  it('are made, whatever the names and values', async () => {
    const rows = Array.from({ length: 60 }, (_, i) =>
      [
        i % 5 ? (i * 37) % 101 : '',
        (i * i) % 13,
        '',
        5,
        `n${i}`,
        `2024-01-${10 + (i % 20)}`,
        1 + (i % 3),
        ['x', 'y', '<b>'][i % 3],
        i % 2 ? 'yes' : 'no',
      ].join(),
    )
    const table = await tableFromCsv(
      ['"<script>alert(1)</script>","a,""b""\n\u202e",empty,const,id,when,w,__proto__,y', ...rows].join('\n'),
    )
    const target = 'y'
    const selections = [
      { target, evidence: true },
      { target, weights: 'w', alternatives: true },
      { target: 'a,"b"\n\u202e', task: 'regression', evidence: { holdout: 0.3 } },
      { target: 'when' },
      { criterion: 'variance', k: 2 },
      { target, time: 'when', evidence: true },
      { target, method: 'stability-selection:q=1,pairs=5', criterion: 'mutual-information' },
    ] as const
    for (const spec of selections) checkForm(await selectReport(await select(table, spec), table))
    for (const spec of [
      { target },
      { by: ['variance'] as const },
      { target, samplingWeights: 'w' },
      { target: 'when' },
    ])
      checkForm(await rankReport(await rank(table, spec), table))
    checkForm(await describeReport(await criba.describe(table), table))
    checkForm(await groupsReport(await groups(table, { target }), table))
    checkForm(await interactionsReport(await interactions(table, { target, permutations: 0 }), table))
  })

  it('say why a figure is not there', async () => {
    const half = Array.from({ length: 40 }, (_, i) => i % 2)
    const one = tableFromColumns({ a: half.map((x, i) => x + (i % 7)), y: half })
    const report = await selectReport(await select(one, { target: 'y', k: 1, stop: 'none' }), one)
    checkForm(report)
    expect(report.question).toBe('Does the only column of the table inform about y?')
    const said = report.sections
      .flatMap(({ paragraphs }) => paragraphs)
      .filter((text) => text.startsWith('Not shown: '))
    expect(said).toEqual([
      'Not shown: missing features: groups needs 2 or more columns that vary (has only a).',
      'Not shown: missing features: interactions needs 2 or more with values (has only a).',
    ])
  })

  it('end when they are interrupted', async () => {
    const table = await readTable(diabetes)
    const result = await select(table, { target: 'progression', k: 2 })
    const stop = new AbortController()
    stop.abort()
    await expect(selectReport(result, table, { signal: stop.signal })).rejects.toThrow('interrupted')
  })
})
