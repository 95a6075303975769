import type { Axis, Chart, HistogramChart, Report, ReportSection, ReportTable } from '#core'
import { sentencesOfAnswers } from './sentences-of-answers.ts'
import { sentencesOfCaptions } from './sentences-of-captions.ts'
import { sentencesOfSections } from './sentences-of-sections.ts'
import { sentencesOfSelections } from './sentences-of-selections.ts'
import { sentencesOfAnalyses, Translation } from './translation.ts'
import { measures, words } from './words.ts'

const lists = [
  [
    ...words,
    ...sentencesOfAnalyses,
    ...sentencesOfAnswers,
    ...sentencesOfSections,
    ...sentencesOfSelections,
    ...sentencesOfCaptions,
  ],
  measures,
]

/** A report in Spanish. Names of columns, levels and methods stay as they are, as `result` has them. */
export function reportInSpanish(report: Report, result: object): Report {
  return new SpanishReport(new Translation(lists, namesIn(result))).of(report)
}

/** Every text of a result: the names of columns, files, levels and methods are among them. */
function* namesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  for (const one of Object.values(value)) yield* namesIn(one)
}

/** The columns of tables whose cells are words; those of all others are names. */
const columnsOfWords: readonly string[] = [
  'action',
  'because',
  'chosen from all rows',
  'note',
  'p from',
  'set apart',
  'split',
  'tie',
  'type',
  'what',
  'why',
]

/** Tables whose first column, and charts whose bars, have words beside names. */
const [tablesOfWords, chartsOfWords] = [/^quality/, /^(evidence|quality|path)/]

/** Tables and charts with methods as headers and axes. */
const headed = /^(mean-ranks|pareto-front)$/

class SpanishReport {
  readonly #translation: Translation

  constructor(translation: Translation) {
    this.#translation = translation
  }

  of(report: Report): Report {
    const { title, data, question, answer, sections, warnings, repeat } = report
    return {
      ...report,
      language: 'es',
      title: this.#say(title),
      data: this.#say(data),
      question: this.#say(question),
      answer: this.#say(answer),
      sections: sections.map((section) => this.#section(section)),
      warnings: warnings.map((one) => ({ ...one, message: this.#translation.ofWarning(one) })),
      repeat: {
        ...repeat,
        command: noted(repeat.command),
        typescript: noted(repeat.typescript),
      },
    }
  }

  readonly #wordOrName = (text: string): string => (this.#translation.isName(text) ? text : this.#say(text))

  readonly #say = (text: string): string => this.#translation.of(text)

  #section({ title, paragraphs, charts, tables }: ReportSection): ReportSection {
    return {
      title: this.#say(title),
      paragraphs: paragraphs.map(this.#say),
      ...(charts && {
        charts: charts.map((chart) => ({
          ...this.#chart(chart),
          title: this.#say(chart.title),
          caption: this.#say(chart.caption),
        })),
      }),
      ...(tables && { tables: tables.map((table) => this.#table(table)) }),
    }
  }

  #table(table: ReportTable): ReportTable {
    const { name, columns, rows, notes } = table
    const sayCell = columns.map((column, place) => {
      if (columnsOfWords.includes(column) || (place === 0 && tablesOfWords.test(name))) return this.#say
      // The finding of dates is called by the kind of times.
      if (column === 'finding') return (cell: string) => this.#say(cell === 'time' ? 'date or time' : cell)
      if (column === 'levels' || column === 'selected columns')
        return (cell: string) => this.#translation.ofList(cell)
      return column === 'swaps' ? this.#swaps : (cell: string) => cell
    })
    return {
      ...table,
      title: this.#say(table.title),
      columns: columns.map(headed.test(name) ? this.#wordOrName : this.#say),
      rows: rows.map((row) =>
        row.map((cell, place) => (typeof cell === 'string' ? sayCell[place](cell) : cell)),
      ),
      ...(notes && { notes: notes.map(this.#say) }),
    }
  }

  readonly #swaps = (text: string): string => this.#between(text, ' for ', ' por ')

  /** A word between two names in Spanish, wherever it stands. */
  #between(text: string, english: string, spanish: string): string {
    return text
      .split(', ')
      .map((part) => {
        const ends = part.split(english)
        return ends.length === 2 && ends.every((end) => this.#translation.isName(end))
          ? ends.join(spanish)
          : part
      })
      .join(', ')
  }

  #chart(chart: Chart): Chart {
    switch (chart.kind) {
      case 'bars': {
        const label = chartsOfWords.test(chart.name) ? this.#say : (text: string) => text
        return {
          ...chart,
          value: this.#axis(chart.value),
          bars: chart.bars.map((bar) => ({
            ...bar,
            label: label(bar.label),
            ...(bar.series !== undefined && { series: this.#say(bar.series) }),
          })),
        }
      }
      case 'lines': {
        const series = chart.name.startsWith('penalties') ? this.#coefficient : this.#say
        return {
          ...chart,
          ...this.#axes(chart),
          points: chart.points.map((point) => ({ ...point, series: series(point.series) })),
          ...(chart.marks && {
            marks: chart.marks.map((mark) => ({ ...mark, label: this.#say(mark.label) })),
          }),
        }
      }
      case 'points':
        return {
          ...chart,
          ...this.#axes(chart, headed.test(chart.name) ? this.#wordOrName : this.#say),
          points: chart.points.map((point) => ({
            ...point,
            // What is chosen among points is a set.
            ...(point.series !== undefined && {
              series: this.#say(point.series === 'chosen' ? 'chosen set' : point.series),
            }),
          })),
        }
      case 'landscape':
        return { ...chart, ...this.#axes(chart) }
      case 'matrix':
      case 'graph':
        return { ...chart, value: this.#axis(chart.value) }
      case 'histograms':
        return { ...chart, panels: chart.panels.map((panel) => this.#panel(panel)) }
      case 'scatter':
        return chart
    }
  }

  #axis(axis: Axis): Axis {
    return { ...axis, label: this.#say(axis.label) }
  }

  #axes({ x, y }: Readonly<Record<'x' | 'y', Axis>>, say = this.#say): Readonly<Record<'x' | 'y', Axis>> {
    return { x: { ...x, label: say(x.label) }, y: { ...y, label: say(y.label) } }
  }

  /** Classes and levels are names, but for the word that counts the rarest. */
  #panel(panel: HistogramChart['panels'][number]): HistogramChart['panels'][number] {
    return {
      ...panel,
      label: this.#between(panel.label, ' by ', ' según '),
      bins: panel.bins.map((bin) => ({
        ...bin,
        ...(bin.level !== undefined &&
          /^\d+ other levels$/.test(bin.level) && { level: this.#say(bin.level) }),
        ...(bin.others && { series: this.#say(bin.series) }),
      })),
    }
  }

  /** The column of a coefficient, whose missing values may be a level. */
  readonly #coefficient = (text: string): string =>
    text === 'held-out rows' ? this.#say(text) : text.replace(/ = missing(?=$| \([^()]*\)$)/, ' = ausente')
}

/** Code, with the one remark that criba writes in it. */
function noted(code: string): string {
  return code
    .replace(
      /^# The criterion is a function, which only the library takes\.$/,
      '# El criterio es una función, que solo toma la biblioteca.',
    )
    .replace(
      '// The criterion is a function, to be given in its place: ',
      '// El criterio es una función, que hay que dar en su lugar: ',
    )
}
