import { methodText } from '../spec/method-text.ts'
import { takes } from '../spec/options.ts'
import type { OptionRule, OptionTable, OptionValue } from '../spec/options.ts'
import type { CatalogueEntry, LearnerEntry, SearchEntry } from '../trace/catalogue.ts'
import { dim, emphasise, setTable, tableWidth, wrap } from './text.ts'
import type { Paper } from './text.ts'

type Fact = readonly [name: string, fact: string]

/** A method in full. */
export function methodInFull(entry: CatalogueEntry, paper: Paper): string {
  const { id, shape, search, types, better, units, pValue, options, formula, source } = entry
  const isPermuted = types.target.length > 0 && shape !== 'step'
  const facts: readonly Fact[] = [
    ['shape', shape],
    ...(search === undefined ? [] : [['search', search] satisfies Fact]),
    ['features', types.features.join(', ')],
    ['target', types.target.join(', ') || 'none'],
    ['formula', formula],
    ['units', units],
    ['better', better],
    ['p-value', pValue ?? (isPermuted ? 'by permutation (--permutations)' : 'none')],
    ['source', source],
  ]
  const method = methodText({ method: id, options: exampleOf(options) })
  const isSelecting = shape === 'step' || search !== undefined
  const use = isSelecting
    ? `criba select data.csv -t y --method ${method}`
    : shape === 'rank'
      ? `criba rank data.csv -t y --by ${method}`
      : `criba score data.csv -t y --features a,b --by ${method}`
  return inFull(entry, facts, use, paper)
}

/** A search in full. */
export function searchInFull(entry: SearchEntry, paper: Paper): string {
  const { id, shape, how, monotone, starts, paretoFront, options, source } = entry
  const ofSets = monotone ? 'of sets that no column makes worse' : 'of sets'
  const facts: readonly Fact[] = [
    ['how', how],
    ['looks at', shape === 'step' ? 'candidates, one by one' : 'whole sets'],
    ['criteria', shape === 'step' ? 'any' : ofSets],
    ...(starts ? [['start', `${startings[starts]} (--start-from)`] satisfies Fact] : []),
    ...(paretoFront ? [['front', 'of two criteria too (--pareto)'] satisfies Fact] : []),
    ['source', source],
  ]
  const criterion = shape === 'step' ? 'jmi' : monotone ? 'sse -k 5' : 'delta-test'
  const search = methodText({ method: id, options: exampleOf(options) })
  return inFull(entry, facts, `criba select data.csv -t y --criterion ${criterion} --search ${search}`, paper)
}

const startings = {
  growing: 'grows from columns that are given, if any',
  shrinking: 'shrinks from columns that are given, or from all',
  anywhere: 'goes either way from columns that are given, if any',
} as const

/** A learner in full. */
export function learnerInFull(entry: LearnerEntry, paper: Paper): string {
  const { id, task, features, metrics, options, source } = entry
  const metricsText = metrics.map((metric) => `${metric.id} (${metric.units}, ${metric.better} is better)`)
  const facts: readonly Fact[] = [
    ['task', task],
    ['reads', `numbers by ${features.numeric}, categories by ${features.categorical}`],
    ['metrics', metricsText.join('; ')],
    ['source', source],
  ]
  const criterion = methodText({ method: 'cv', options: { learner: id, ...exampleOf(options) } })
  return inFull(entry, facts, `criba select data.csv -t y --criterion ${criterion}`, paper)
}

interface Named {
  readonly id: string
  readonly title: string
  readonly options: OptionTable
}

/** The facts, the options, and a command that uses it: a line of its own however long, to be copied. */
function inFull({ id, title, options }: Named, facts: readonly Fact[], use: string, paper: Paper): string {
  const room = Math.max(24, paper.width - 10)
  const lines = facts.flatMap(([name, fact]) =>
    wrap(fact, room).map((line, i) => `${dim((i === 0 ? name : '').padEnd(9), paper)} ${line}`),
  )
  return [`${emphasise(id, paper)}  ${title}`, '', ...lines, ...optionLines(options, paper), '', use].join(
    '\n',
  )
}

/** Options to show how they are written: those that have to be given, else the first one; a flag as it is not by itself. */
function exampleOf(options: OptionTable): Readonly<Record<string, OptionValue>> {
  const all = Object.entries(options)
  const required = all.filter(([, rule]) => rule.default === undefined)
  const shown = required.length > 0 ? required : all.slice(0, 1)
  return Object.fromEntries(
    shown.map(([name, rule]) => [name, rule.type === 'flag' ? !rule.default : (rule.default ?? 1)]),
  )
}

/** What an option takes is told in so many columns of text at most. */
const widestChoice = 26

/** The options as a table; none where there are none. */
function optionLines(options: OptionTable, paper: Paper): string[] {
  if (Object.keys(options).length === 0) return []
  const columns = ['option', 'default', 'takes', 'what it is'].map((title) => ({
    title,
    align: 'left' as const,
  }))
  const cells = Object.entries(options).map(([name, rule]) => ({
    start: [name, String(rule.default ?? '—')],
    choice: wrap(choiceText(rule), widestChoice),
    help: rule.help,
  }))
  const taken = cells.flatMap(({ start, choice }) => choice.map((line) => [...start, line]))
  const room = Math.max(24, paper.width - tableWidth(columns.slice(0, 3), taken) - 2)
  const rows = cells.flatMap(({ start, choice, help }) => {
    const lines = wrap(help, room)
    return Array.from({ length: Math.max(choice.length, lines.length) }, (_, i) => [
      ...(i === 0 ? start : ['', '']),
      choice[i] ?? '',
      dim(lines[i] ?? '', paper),
    ])
  })
  return ['', ...setTable(columns, rows, paper)]
}

function choiceText(rule: OptionRule): string {
  return rule.type === 'choice' ? rule.of.join(', ') : takes(rule)
}
