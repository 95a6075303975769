import { CribaError, joinNames, objectIn } from '#core'
import type { Chart, TimeKind } from '#core'
import { csvLines } from '../tables/result-table.ts'
import type { Cell, CsvStyle } from '../tables/result-table.ts'
import { timeText } from '../value-text.ts'
import { checkChart } from './figure.ts'

/** The data of a chart as CSV, one line for each mark, all digits kept. */
export function chartCsv(chart: Chart, style: CsvStyle = {}): string {
  checkChart(chart)
  return `${csvLines(linesOf(chart), objectIn('style', style))}\n`
}

/** The header, and a line for each mark. */
function linesOf(chart: Chart): Cell[][] {
  switch (chart.kind) {
    case 'bars':
      return [
        ['label', 'series', 'value', 'low', 'high', 'chosen'],
        ...chart.bars.map(({ label, series, value, low, high, chosen }) => [
          label,
          series,
          value,
          low,
          high,
          yes(chosen),
        ]),
      ]
    case 'lines':
      return [
        ['series', 'x', 'y', 'low', 'high'],
        ...chart.points.map(({ series, x, y, low, high }) => [series, x, y, low, high]),
      ]
    case 'points':
      return [
        ['series', 'label', 'x', 'y'],
        ...chart.points.map(({ series, label, x, y }) => [series, label, x, y]),
      ]
    case 'matrix':
      return [
        ['', ...(chart.columns ?? chart.labels)],
        ...chart.values.map((row, i) => [chart.labels[i], ...row]),
      ]
    case 'graph':
      return [
        ['a', 'b', 'value', 'chosen'],
        ...chart.nodes.map(({ name, value, chosen }) => [name, '', value, yes(chosen)]),
        ...chart.edges.map(({ a, b, value }) => [a, b, value, '']),
      ]
    case 'histograms':
      return [
        ['panel', 'series', 'low', 'high', 'level', 'rows'],
        ...chart.panels.flatMap(({ label, time, bins }) =>
          bins.map(({ series, low, high, level, rows }) => [
            label,
            series,
            valueOf(low, time),
            valueOf(high, time),
            level,
            rows,
          ]),
        ),
      ]
    case 'scatter':
      return [
        ['panel', 'x', 'y'],
        ...chart.panels.flatMap(({ label, time, points }) =>
          points.map(({ x, y }) => [label, valueOf(x, time), valueOf(y, chart.y.time)]),
        ),
      ]
    case 'landscape':
      return [
        ['features', 'x', 'y', 'front'],
        ...chart.sets.map(({ features, x, y, front }) => [joinNames(features), x, y, yes(front)]),
      ]
    default:
      throw new CribaError('unknown', `unknown kind of chart: ${(chart as Chart).kind}`)
  }
}

/** A number, or the date or time that it counts; a part of a day has its time. */
function valueOf(value: number | undefined, time: TimeKind | undefined): Cell {
  if (value === undefined || time === undefined || !Number.isFinite(value)) return value
  if (time === 'date' && !Number.isInteger(value)) return timeText(value * 86400, 'datetime')
  return timeText(value, time)
}

function yes(flag: true | undefined): string | undefined {
  return flag && 'yes'
}
