import { showUnseen } from '#core'
import type { Mend } from '#core'
import type { RepeatableResult } from '#report/wording'
import type { CallName, Question } from './answers.svelte.ts'
import { compareQuestion } from './compare.ts'
import { columnsQuestion, landscapeQuestion } from './landscape.ts'
import { knownMapQuestion } from './map.ts'
import { pathQuestion } from './path.ts'
import { setOnPath, setQuestion } from './questions.ts'
import type { Studio } from './studio.svelte.ts'
import { describeSpecOf } from './workspace-columns.ts'

/** The question whose result is on screen. */
export function questionOnScreen(studio: Studio): Question<CallName> | null {
  const { view, rank } = studio.workspace
  if (view === 'data') return ['describe', describeSpecOf(studio.workspace)]
  if (view === 'rank') return rank.by.length > 0 ? ['rank', { ...studio.dataSpec, by: rank.by }] : null
  if (view === 'compare') return compareQuestion(studio)
  if (view === 'landscape') {
    const relevance = columnsQuestion(studio)
    return landscapeQuestion(studio, relevance ? (studio.known(relevance)?.value ?? null) : null)
  }
  if (view === 'map') {
    const question = knownMapQuestion(studio)
    if (question) return question
  }
  return (view === 'path' ? pathQuestion(studio) : null) ?? setQuestion(studio)
}

/** A result that a command makes again. */
export type OnScreen = RepeatableResult & { readonly command: string }

/** The question that the set answers, as its command repeats it. */
export function questionOfSet(studio: Studio): Question<'select'> | null {
  return setOnPath(studio)?.isWhole ? pathQuestion(studio) : setQuestion(studio)
}

/** What of a file and of how it is read matters to pandas. */
interface ReadFile {
  readonly name: string
  /** What separates the cells of a text. */
  readonly separator: string | undefined
  readonly mends: readonly Mend[]
}

/** Reads the chosen columns in Python; where criba reads the file in its own way, from the reduced file. */
export function pythonOf({ name: file, separator, mends }: ReadFile, columns: readonly string[]): string {
  const names = columns.map((name) => pythonText(name)).join(', ')
  if (mends.length > 0) {
    const reduced = pythonText(reducedName(file))
    // A reduced file has no tabs or blanks between its cells.
    const sep = separatorOption(separator?.trim() === '' ? ',' : separator)
    const words = mends
      .flatMap(({ missingWords = [] }) => missingWords)
      .map((word) => word.replace(/^\+/, ''))
    const missing =
      words.length > 0 ? `, na_values=[${words.map((word) => pythonText(word)).join(', ')}]` : ''
    return `import pandas as pd\n\n# The reduced file of this export: criba reads ${pythonText(file)} with options that pandas has not.\ncolumns = [${names}]\ntable = pd.read_csv(${reduced}${sep}${missing})[columns]\n`
  }
  const read = /\.parquet$/i.test(file)
    ? 'read_parquet'
    : /\.(arrow|feather)$/i.test(file)
      ? 'read_feather'
      : 'read_csv'
  const sep = read === 'read_csv' ? separatorOption(separator) : ''
  return `import pandas as pd\n\ncolumns = [${names}]\ntable = pd.${read}(${pythonText(file)}${sep})[columns]\n`
}

function separatorOption(separator = ','): string {
  if (separator === ',') return ''
  return separator === ' ' ? ', sep=r"\\s+"' : `, sep=${pythonText(separator)}`
}

/** A text as Python reads it; what nobody would see is escaped. */
function pythonText(text: string): string {
  return showUnseen(JSON.stringify(text), (code) =>
    code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`,
  )
}

/** The name of the reduced file. */
export function reducedName(file: string): string {
  return `${stemOf(file)}-reduced.csv`
}

/** The name of a file without its extension. */
export function stemOf(name: string): string {
  return name.replace(/(\.\w+)?(\.gz)?$/i, '') || 'data'
}

/** Saves something as a file of the browser. */
export function save(content: Blob | string, name: string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
