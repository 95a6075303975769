// Reports in Spanish: no sentence is missing, no name is changed, and English ones stay as they are.
import { readFileSync } from 'node:fs'
import { methods, select, tableFromColumns } from 'criba'
import type { Report } from 'criba'
import { figureSvg, reportPage, selectReport } from 'criba/report'
import { beforeAll, describe, expect, it } from 'vitest'
import { manyReports } from './many-reports.ts'
import { visibleTexts } from './visible-texts.ts'

/** Words that Spanish lacks: a text with one of them has stayed in English. */
const english =
  /(?<![\p{L}_-])(the|of|and|is|are|was|were|with|by|not|which|each|columns?|rows?|sets?|has|have|in|to|from|for|than|at|on|or|it|its|this|these|that|scores?|chosen|selected|none|missing|mean|values?|levels?)(?![\p{L}_-])/iu

/** Names in the tables of these reports that have such words. */
const names = [
  'salt and pepper',
  'none',
  'missing',
  'the words of row',
  ...['breast-cancer', 'leukaemia'].flatMap((file) =>
    readFileSync(`examples/${file}.csv`, 'utf8').split(/\r?\n/)[0].split(','),
  ),
]
const withoutNames = (text: string) =>
  names
    .reduce((rest, name) => rest.replaceAll(name, '·'), text)
    .replace(/\blevel \d+/g, '·')
    .replace(/--sql .*/s, '·')

describe('reports of many results', () => {
  const pages: { name: string; english: string; spanish: string; report: Report }[] = []

  beforeAll(async () => {
    for (const { name, report } of await manyReports()) {
      const [inEnglish, inSpanish] = [await report('en'), await report('es')]
      pages.push({
        name,
        english: reportPage(inEnglish),
        spanish: reportPage(inSpanish),
        report: inSpanish,
      })
    }
  }, 240_000)

  it('leave no text in English', () => {
    const left = pages.flatMap(({ name, spanish }) =>
      [...visibleTexts(spanish)]
        // Figures shorten names, which stand in full beside them.
        .filter((text) => !text.includes('…') && english.test(withoutNames(text)))
        .map((text) => `${name}: ${text}`),
    )
    expect(left).toEqual([])
  })

  it('have the same texts in both languages only where these are names and numbers', () => {
    const { methods: some, searches, learners } = methods()
    const known = new Set([
      ...[...some, ...searches, ...learners].map(({ id }) => id),
      ...['CSV', 'PNG', 'SVG', 'BibTeX', 'Node', 'criba', 'Jaccard', 'Kuncheva', 'accuracy', 'no', 'bits'],
    ])
    // Every word of the tables, such as the names of columns and levels, stands in a column of names.
    const left = pages.flatMap(({ name, english, spanish, report }) => {
      const cells = new Set(namesOf(report))
      const before = visibleTexts(english)
      const isKnown = (text: string) => known.has(text) || cells.has(text) || names.includes(text)
      return [...visibleTexts(spanish)]
        .filter((text) => before.has(text) && /\p{L}{3}/u.test(text) && !text.includes('…'))
        .filter((text) => !isKnown(text.replace(/^\d+\. /, '')))
        .filter((text) => !text.split(/, | × |: /).every((part) => isKnown(part) || /^[−\d.e]+$/.test(part)))
        .filter((text) => !isKnown(text.replace(/ \([^\p{L}]*\p{L}{0,4}[^\p{L}]*\)$/u, '')))
        .map((text) => `${name}: ${text}`)
    })
    expect(left).toEqual([])
  })

  it('say their language, and have as many figures, tables and numbers', () => {
    for (const { english, spanish } of pages) {
      expect(english).toContain('<html lang="en">')
      expect(spanish).toContain('<html lang="es">')
      for (const part of ['<figure', '<table', '<h2', '<p', '<td', '<li', '<svg'])
        expect(spanish.split(part).length).toBe(english.split(part).length)
    }
  })
})

/** The names of columns and levels in the figures and tables of a report. */
function namesOf({ sections }: Report): readonly string[] {
  const charts = sections.flatMap(({ charts = [] }) => charts)
  const ofCharts = charts.flatMap((chart) => {
    switch (chart.kind) {
      case 'histograms':
        return chart.panels.flatMap(({ label, bins }) => [
          label,
          ...bins.flatMap(({ level, series }) => [level ?? '', series]),
        ])
      case 'scatter':
        return [chart.y.label, ...chart.panels.map(({ label }) => label)]
      case 'matrix':
        return [...chart.labels]
      case 'graph':
        return chart.nodes.map(({ name }) => name)
      default:
        return []
    }
  })
  const ofTables = sections.flatMap(({ tables = [] }) =>
    tables.flatMap(({ columns, rows }) =>
      columns[0] === 'columna' ? rows.map(([name]) => String(name)) : [],
    ),
  )
  return [...ofCharts, ...ofTables]
}

describe('a report in Spanish', () => {
  // Names with words that are also words of criba.
  const table = tableFromColumns({
    none: Array.from({ length: 40 }, (_, i) => i),
    'salt and pepper': Array.from({ length: 40 }, (_, i) => (i * 17) % 40),
    'mean; higher is better': Array.from({ length: 40 }, (_, i) => (i * 7) % 5),
    score: Array.from({ length: 40 }, (_, i) => (i < 20 ? 'missing' : 'yes')),
  })

  it('answers in Spanish and keeps the names of columns and levels', async () => {
    const result = await select(table, { target: 'score', method: 'mutual-information', k: 2, asIs: true })
    const report = await selectReport(result, table, { language: 'es', data: 'the table' })
    expect(report.language).toBe('es')
    expect(report.title).toBe('Selección de columnas: the table')
    expect(report.answer).toMatch(/^Se conservaron 2 de las 3 columnas para predecir score: none y /)
    const charts = report.sections.flatMap(({ charts = [] }) => charts)
    const scores = charts.find(({ name }) => name === 'scores')
    expect(scores?.kind === 'bars' && scores.bars.map(({ label }) => label).toSorted()).toEqual(
      table.columns.flatMap(({ name }) => (name === 'score' ? [] : [name])).toSorted(),
    )
    const distributions = charts.find(({ name }) => name === 'distributions')
    expect(
      distributions?.kind === 'histograms' &&
        distributions.panels.every(({ bins }) =>
          bins.every(({ series }) => ['missing', 'yes'].includes(series)),
        ),
    ).toBe(true)
    expect(figureSvg(scores!, { language: 'es' })).toContain('>elegida<')
    expect(figureSvg(scores!)).toContain('>chosen<')
  })

  it('keeps the names of criteria beside a front', async () => {
    const front = await select(table, {
      target: 'score',
      criterion: 'interaction',
      pareto: 'joint-mi',
      search: 'exhaustive:from=2,to=2',
      asIs: true,
      bins: 3,
    })
    const report = await selectReport(front, table, { language: 'es' })
    const chart = report.sections
      .flatMap(({ charts = [] }) => charts)
      .find(({ name }) => name === 'pareto-front')
    expect(chart?.kind === 'points' && [chart.x.label, chart.y.label]).toEqual(['interaction', 'joint-mi'])
  })

  it('is the report in English where no language is named, and refuses others', async () => {
    const result = await select(table, { target: 'score', k: 1, asIs: true })
    const english = await selectReport(result, table)
    expect(await selectReport(result, table, { language: 'en' })).toEqual(english)
    expect(english).not.toHaveProperty('language')
    await expect(selectReport(result, table, { language: 'fr' as 'es' })).rejects.toThrow(
      'invalid language: fr (needs en or es)',
    )
  })

  it('has the units of every method', async () => {
    const { methods: some } = methods()
    const { Translation } = await import('../../dist/src/report/spanish/translation.js')
    const { words, measures } = await import('../../dist/src/report/spanish/words.js')
    const translation = new Translation([words, measures])
    const units = [...new Set(some.map(({ units }) => units).filter((units) => typeof units === 'string'))]
    expect(units.length).toBeGreaterThan(30)
    const axis = (unit: string) => `score (${unit})`
    const left = units.filter((unit) => /\p{L}{4}/u.test(unit) && translation.of(unit) === unit)
    expect(left.filter((unit) => !['bits', 'nats', 'HSIC'].includes(unit))).toEqual([])
    expect(translation.of(axis('share of rows'))).toBe('puntuación (proporción de filas)')
    // A word of the catalogue is no name of a method, but for a criterion of sets, which a front keeps.
    const ids = some.map(({ id }) => id).filter((id) => translation.of(id) !== id)
    expect(ids).toEqual(['interaction'])
  })

  it('has a title of every method, search and learner, and no others', async () => {
    const { titles, titleInSpanish } = await import('../../dist/src/report/spanish/method-titles.js')
    const { methods: some, searches, learners } = methods()
    const all = [...some, ...searches, ...learners]
    expect(Object.keys(titles).sort()).toEqual([...new Set(all.map(({ id }) => id))].sort())
    const proper = ['relief', 'relieff', 'rrelieff', 'multisurf', 'spec', 'lasso']
    const same = all.filter((entry) => titleInSpanish(entry) === entry.title).map(({ id }) => id)
    expect(same.sort()).toEqual(proper.sort())
    const result = await select(table, { target: 'score', k: 1, criterion: 'jmi', asIs: true })
    const { paperText } = await import('../../dist/src/report/paper/methods-text.js')
    expect(paperText(result, 'the table', 'es').text).toContain('jmi (Información mutua conjunta; ')
  })
})
