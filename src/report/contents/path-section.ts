import type {
  Bar,
  BarChart,
  LineChart,
  PathCoefficients,
  PenaltyPath,
  ReportSection,
  ReportTable,
  SelectionStep,
  SelectResult,
} from '#core'
import { counted, grouped } from '../numbers.ts'
import { penaltyLines } from '../path-text.ts'
import { pValueNote } from '../selection-notes.ts'
import { clean } from '../text.ts'
import { mostBars } from './score-bars.ts'
import { cell, listed, sentence, shownOf } from './wording.ts'

/** The steps of the search with what each column gained; no section for a search of sets. */
export function pathSections(result: SelectResult): readonly ReportSection[] {
  const { steps, uncut, selected } = result
  if (steps.length === 0) return []
  const cut = uncut?.slice(selected.length) ?? []
  const paragraphs = [
    sentence(
      `the search took ${counted(steps.length, 'step')} and evaluated ${grouped(result.evaluations)} scores or sets; it stopped: ${result.stopped}`,
    ),
    ...(cut.length > 0
      ? [
          sentence(
            `the last ${counted(cut.length, 'column')} (${listed(cut)}) ${cut.length === 1 ? 'was' : 'were'} cut, because fewer are within one standard error of the best on held-out rows`,
          ),
        ]
      : []),
    ...(hasParts(steps)
      ? [
          sentence(
            'a score is relevance − redundancy + synergy: what the column tells of the target by itself, less what the columns chosen before tell too, and what appears only together with them',
          ),
        ]
      : []),
    ...(steps.some(({ pValue }) => pValue !== undefined) ? [`${pValueNote(result)}.`] : []),
    ...(steps.some(({ tie }) => tie)
      ? ['Where several columns score the same, the first in the order of the data was chosen.']
      : []),
  ]
  return [
    {
      title: 'How the columns were chosen',
      paragraphs,
      charts: [pathBars(result)],
      tables: [pathTable(result)],
    },
  ]
}

function hasParts(steps: readonly SelectionStep[]): boolean {
  return steps.some(({ redundancy }) => redundancy !== undefined)
}

/** The score of each step, with its parts if the criterion has them. */
function pathBars({ steps, units, selected, method }: SelectResult): BarChart {
  const chosen = new Set(selected)
  const shown = steps.slice(0, mostBars)
  const isParted = hasParts(steps)
  const bars = shown.flatMap(({ action, feature, score, relevance, redundancy, synergy }, i): Bar[] => {
    const label = `${i + 1}. ${action === 'remove' ? `without ${feature}` : feature}`
    const mark = action === 'add' && chosen.has(feature) && { chosen: true as const }
    if (!isParted) return [{ label, value: finite(score), ...mark }]
    return [
      { label, series: 'score', value: finite(score) },
      { label, series: 'relevance', value: finite(relevance) },
      { label, series: 'redundancy', value: redundancy === undefined ? 0 : -redundancy },
      { label, series: 'synergy', value: finite(synergy) ?? 0 },
    ]
  })
  const rest =
    steps.length > shown.length ? `; the first ${shown.length} of ${counted(steps.length, 'step')}` : ''
  return {
    kind: 'bars',
    name: 'path',
    title: 'What each column gained',
    caption: sentence(
      `the score of each step of ${method}${isParted ? ' and its parts, redundancy below 0' : ''}${rest}`,
    ),
    value: { label: `score (${units})` },
    bars,
  }
}

function finite(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value
}

/** All steps; columns of the table that no step has are left out. */
function pathTable({ steps }: SelectResult): ReportTable {
  const all: readonly (readonly [string, (step: SelectionStep) => string | number | undefined])[] = [
    ['action', ({ action }) => action],
    ['column', ({ feature }) => feature],
    ['score', ({ score }) => score],
    ['relevance', ({ relevance }) => relevance],
    ['redundancy', ({ redundancy }) => redundancy],
    ['synergy', ({ synergy }) => synergy],
    ['F', ({ f }) => f],
    ['p', ({ pValue }) => pValue],
    ['p from', ({ pFrom }) => pFrom],
    ['runner-up', ({ runnerUp }) => runnerUp],
    ['gap', ({ gap }) => gap],
    ['tie', ({ tie }) => (tie ? 'yes' : undefined)],
  ]
  const columns = all.filter(([, of]) => steps.some((step) => of(step) !== undefined))
  return {
    name: 'path',
    title: 'The steps of the search',
    columns: ['step', ...columns.map(([title]) => title)],
    rows: steps.map((step, i) => [i + 1, ...columns.map(([, of]) => cell(of(step)))]),
  }
}

/** The most lines of a figure, and targets that have one each. */
const mostLines = 12
const mostTargets = 6

const errorLabels = {
  mse: 'mean squared error',
  'relative-mse': 'mean squared error (variances of the targets)',
  'log-loss': 'log-loss (bits)',
  deviance: 'deviance',
} as const

/** The coefficients along a path of penalties, and the error of held-out rows. */
export function penaltySections(path: PenaltyPath | undefined, name = 'penalties'): readonly ReportSection[] {
  if (!path) return []
  const { penalties, coefficients, chosen, heldOut } = path
  const x = { label: 'penalty', scale: 'log' } as const
  // A logarithmic axis has no place for 0.
  const places = [...penalties.keys()].filter((place) => penalties[place] > 0)
  const marks =
    penalties[chosen.place] > 0
      ? [{ x: penalties[chosen.place], label: `chosen: ${Number(chosen.penalty.toPrecision(3))}` }]
      : []
  const targets = [...new Set(coefficients.map(({ target }) => target))]
  const chartOf = (target: string | undefined, i: number): LineChart => {
    const own = coefficients.filter((one) => one.target === target)
    const shown = own.slice(0, mostLines)
    const ofTarget = target === undefined ? '' : ` for the target ${clean(target)}`
    return {
      kind: 'lines',
      name: target === undefined ? name : `${name}-target-${i + 1}`,
      title: 'Coefficients along the path of penalties',
      caption: sentence(
        `the coefficient of each column${ofTarget} as the penalty falls, in units of the data; ${shownOf(shown.length, own.length, 'coefficient')}, those that enter first`,
      ),
      x,
      y: { label: target === undefined ? 'coefficient' : `coefficient for ${clean(target)}` },
      points: shown.flatMap((one) =>
        places.map((place) => ({ x: penalties[place], y: one.coefficients[place], series: seriesOf(one) })),
      ),
      marks,
    }
  }
  const ofColumns = targets.slice(0, mostTargets).map(chartOf)
  const ofErrors: readonly LineChart[] = heldOut
    ? [
        {
          kind: 'lines',
          name: `${name}-held-out`,
          title: 'Error of held-out rows along the path',
          caption: 'The mean over the folds, ± its standard error. Less is better.',
          x,
          y: { label: errorLabels[heldOut.metric] },
          points: places.map((place) => {
            const [mean, error] = [heldOut.mean[place], heldOut.error[place]]
            return {
              x: penalties[place],
              y: mean,
              low: mean - error,
              high: mean + error,
              series: 'held-out rows',
            }
          }),
          marks,
        },
      ]
    : []
  return [
    {
      title: 'The path of penalties',
      paragraphs: [
        sentence(penaltyLines(path, { width: Infinity, colour: false, lines: Infinity }).join(' ')),
        ...(targets.length > mostTargets
          ? [sentence(`figures of the first ${shownOf(mostTargets, targets.length, 'target')}`)]
          : []),
      ],
      charts: coefficients.length > 0 && places.length > 0 ? [...ofColumns, ...ofErrors] : [],
    },
  ]
}

function seriesOf({ feature, level, class: of }: PathCoefficients): string {
  const ofLevel = level === undefined ? '' : ` = ${level === null ? 'missing' : level}`
  return `${clean(feature)}${ofLevel}${of === undefined ? '' : ` (${of})`}`
}
