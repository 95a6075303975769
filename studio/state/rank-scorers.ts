import { methodText, parseMethod } from '#core'
import type { CatalogueEntry, ColumnType, OptionRule, OptionTable, Task } from '#core'
import type { Texts } from '../texts/texts.ts'
import type { Workspace } from './workspace.ts'

/** A ranker of the catalogue, and why the data cannot be ranked by it. */
export interface Scorer {
  readonly entry: CatalogueEntry
  readonly reason: string | null
}

/** What decides whether a ranker takes the data; what is not known yet refuses nothing. */
export interface ScoredData {
  readonly target: string | null
  readonly targetType: ColumnType | null
  readonly task: Task | null
  /** How many classes a target has. */
  readonly classes: number | null
  readonly featureTypes: ReadonlySet<ColumnType>
}

/** What may order the rows: the place of a ticked scorer, the mean of two or more, or the file. */
export function sortOf({ rank }: Workspace, ticked: number): number | 'mean' | 'file' {
  const { sort } = rank
  if (sort === 'file' || ticked === 0) return 'file'
  if (typeof sort === 'number' && sort >= 0 && sort < ticked) return Math.floor(sort)
  return ticked > 1 ? 'mean' : 0
}

/** The methods that rank columns. */
export function rankersOf(methods: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  return methods.filter(({ shape, ranks, search }) => (shape === 'rank' || ranks) && search === undefined)
}

/** Why a ranker cannot rank the data, or null. */
export function reasonAgainst({ types }: CatalogueEntry, data: ScoredData, texts: Texts): string | null {
  const { target, targetType, task, classes, featureTypes } = data
  const [wanted] = types.target
  if (wanted === 'event time') return texts.rank.needsEvent
  if (wanted === 'several numbers') return texts.rank.needsSeveral
  if (wanted !== undefined && target === null) return texts.rank.needsTarget
  if (
    types.features.length === 1 &&
    featureTypes.size > 0 &&
    !featureTypes.has(types.features[0] as ColumnType)
  )
    return types.features[0] === 'numeric' ? texts.rank.needsNumbers : texts.rank.needsLevels
  if (types.target.length !== 1 || targetType === null) return null
  if (wanted === 'numeric') return targetType === 'numeric' ? null : texts.rank.needsNumericTarget
  if (targetType === 'numeric' && task === 'regression') return texts.rank.needsClasses
  return wanted === 'two classes' && classes !== null && classes !== 2 ? texts.rank.needsTwoClasses : null
}

/** Whether a method has the words that are sought in its name or its title, in either language. */
export function isFound(entry: CatalogueEntry, sought: string, texts: Pick<Texts, 'methodTitle'>): boolean {
  const text = `${entry.id} ${entry.title} ${texts.methodTitle(entry)}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The method of a text, and its options as texts. */
export function partsOf(text: string): {
  readonly method: string
  readonly given: Readonly<Record<string, string>>
} {
  try {
    const { method, options = {} } = parseMethod(text)
    return {
      method,
      given: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    }
  } catch {
    return { method: text, given: {} }
  }
}

/** An option of a form: its rule, and the value it has. */
export interface OptionField {
  readonly name: string
  readonly rule: OptionRule
  readonly value: string
}

/** The options that apply, given the values of the others. */
export function fieldsOf(
  table: OptionTable,
  given: Readonly<Record<string, string>>,
): readonly OptionField[] {
  const valueOf = (name: string) => given[name] ?? String(table[name]?.default ?? '')
  return Object.entries(table).flatMap(([name, rule]) => {
    const { only = {}, beside } = rule
    const applies =
      Object.entries(only).every(([other, values]) => values.includes(valueOf(other))) &&
      (beside === undefined || valueOf(beside) !== String(table[beside]?.default))
    return applies ? [{ name, rule, value: valueOf(name) }] : []
  })
}

/**
 * The text of a method with one option changed: only values that are not the default, and that apply, are
 * written.
 */
export function withOption(text: string, table: OptionTable, name: string, value: string): string {
  const { method, given } = partsOf(text)
  let options: Readonly<Record<string, string>> = { ...given, [name]: value }
  for (;;) {
    const next = Object.fromEntries(
      fieldsOf(table, options)
        .filter(
          (field) =>
            field.name in options && field.value !== '' && field.value !== String(field.rule.default),
        )
        .map((field) => [field.name, field.value]),
    )
    if (Object.keys(next).length === Object.keys(options).length) return methodText({ method, options: next })
    options = next
  }
}
