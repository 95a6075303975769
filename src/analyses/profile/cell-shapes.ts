import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import { mostColumns } from './level-texts.ts'
import type { CountedLevel, CountedLevels } from './level-texts.ts'

/* What columns of many texts with digits look like, of which nothing else was said. */

/** Columns of fewer levels are levels. */
const fewestLevels = 13
/** The named shapes have so many of the rows together, and each of them so many. */
const [ofAll, ofEach] = [0.8, 0.02]
const mostShapes = 5
/** Cells of more words are texts. */
const mostWords = 6
const aNumber = /\d+(?:[.,]\d+)*/g
/** A cell without a blank or the sign of an amount: T3, AB-123, 12/2023. */
const aCode = /^[^\s%€£$°~≈<>≤≥½*']+$/u
/** PC 17599, A/5 21171, 546.50 LEE */
const ofCapitals = /^(?=.*\p{Lu})[^\p{Ll}%€£$°~≈<>≤≥½*']+$/u
/** A telephone number. */
const aPhone = /^[+()9\s./-]+$/
/** A word and its number: Room 101. */
const aName = /^\p{L}[^9]*9$/u

/** Warnings of columns that do not say what their cells are. */
const sayNothing: ReadonlySet<string> = new Set([
  'missing-values',
  'missing-words',
  'spelling',
  'similar-levels',
])

/** Cells that differ only in their numbers, each of which is a 9 here. */
interface Shape {
  readonly shape: string
  readonly example: string
  rows: number
}

/** The warning about texts with numbers in a few shapes, unless another one says what their columns are. */
export function cellShapes(
  columns: readonly CountedLevels[],
  before: readonly Warning[],
): readonly Warning[] {
  const said = new Set(before.filter(saysWhat).flatMap(({ column, columns = [] }) => [column, ...columns]))
  const found = columns.flatMap(({ name, counted }) => {
    const shapes = said.has(name) ? null : shapesOf(counted)
    return shapes ? [{ name, levels: counted.length, shapes }] : []
  })
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const list = found.map(
    ({ name, levels, shapes }) => `${name} (${levels} levels: ${shapes.map(shown).join('; ')})`,
  )
  const types = Object.fromEntries(names.map((name) => [name, 'categorical' as const]))
  const { option } = remedy({ types }, '', null)
  const message = `texts with numbers in a few shapes, read as levels: ${firstFew(list, mostColumns)}; if they are amounts, write the numbers alone; if they are labels say ${option}`
  return [{ code: 'doubtful-numbers', columns: names, message }]
}

/** Whether a warning says what the cells of its columns are. */
function saysWhat({ code }: Warning): boolean {
  return !sayNothing.has(code)
}

function shown({ shape, example, rows }: Shape): string {
  return `${JSON.stringify(shape)} ${rows}×${shape === example ? '' : `, as ${JSON.stringify(example)}`}`
}

/**
 * The most frequent shapes of levels, if most cells have one of them and a digit; `null` if they are codes, names or
 * texts.
 */
function shapesOf(counted: readonly CountedLevel[]): readonly Shape[] | null {
  if (counted.length < fewestLevels) return null
  const all = rowsOf(counted)
  const shapes = new Map<string, Shape>()
  for (const { level, rows } of counted) {
    const example = level.trim().replace(/\s+/g, ' ')
    const shape = example.replace(aNumber, '9')
    const known = shapes.get(shape)
    if (known) known.rows += rows
    else shapes.set(shape, { shape, example, rows })
  }
  const frequent = [...shapes.values()]
    .filter(({ rows }) => rows >= ofEach * all)
    .sort((a, b) => b.rows - a.rows || (a.shape < b.shape ? -1 : 1))
    .slice(0, mostShapes)
  const withDigits = frequent.filter(({ shape }) => shape.includes('9'))
  if (rowsOf(frequent) < ofAll * all || rowsOf(withDigits) * 2 <= all) return null
  const names = withDigits.map(({ shape }) => shape)
  return areCodes(names) || names.some((shape) => shape.split(' ').length > mostWords) ? null : frequent
}

function rowsOf(some: readonly { readonly rows: number }[]): number {
  return some.reduce((sum, { rows }) => sum + rows, 0)
}

/** Whether shapes are those of codes: without a blank, of capitals alone, or a name and its number. */
function areCodes(shapes: readonly string[]): boolean {
  const areNumbered = shapes.length === 1 && shapes[0].split('9').length === 2
  return (
    areNumbered ||
    [aCode, ofCapitals, aName, aPhone].some((kind) => shapes.every((shape) => kind.test(shape)))
  )
}
