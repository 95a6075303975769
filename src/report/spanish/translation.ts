import type { Warning } from '#core'
import { clean } from '../text.ts'
import { warningsInSpanish } from './codes.ts'
import { filled, sentenceOf } from './pattern.ts'
import type { Kind, Pair, Sentence } from './pattern.ts'
import { sentencesOfColumns } from './sentences-of-columns.ts'
import { sentencesOfReasons } from './sentences-of-reasons.ts'
import { sentencesOfReading } from './sentences-of-reading.ts'
import { sentencesOfWarnings } from './sentences-of-warnings.ts'

/** What is counted: one, and several. */
const nouns: Readonly<Record<string, readonly [one: string, several: string]>> = {
  columns: ['columna', 'columnas'],
  rows: ['fila', 'filas'],
  sets: ['conjunto', 'conjuntos'],
  pairs: ['par', 'pares'],
  splits: ['división', 'divisiones'],
  folds: ['parte', 'partes'],
  groups: ['grupo', 'grupos'],
  steps: ['paso', 'pasos'],
  coefficients: ['coeficiente', 'coeficientes'],
  levels: ['nivel', 'niveles'],
  events: ['suceso', 'sucesos'],
  targets: ['objetivo', 'objetivos'],
}

/** What analyses say of columns, of their answers and of the data. */
export const sentencesOfAnalyses: readonly Pair[] = [
  ...sentencesOfColumns,
  ...sentencesOfReasons,
  ...sentencesOfReading,
  ...sentencesOfWarnings,
]

/** Texts of criba in Spanish. `names` stay as they are, and show where a list of names has its parts. */
export class Translation {
  readonly #lists: readonly (readonly Sentence[])[]
  readonly #names: ReadonlySet<string>
  readonly #known = new Map<string, string | null>()

  /** Of each list the first that matches a text is taken; a list is asked where those before know nothing. */
  constructor(lists: readonly (readonly Pair[])[], names: Iterable<string> = []) {
    this.#lists = lists.map((pairs) => pairs.map(sentenceOf))
    this.#names = new Set([...names].flatMap((name) => [name, clean(name)]))
  }

  /** A text in Spanish; one that the catalogue lacks stays as it is. */
  of(text: string): string {
    const found = this.#find(text) ?? text
    // A sentence in English that begins with a number may begin with a word in Spanish.
    return /^\d.*\.$/s.test(text) ? capital(found) : found
  }

  /** A warning in Spanish: where its sentence is not listed, what its code says, then the sentence. */
  ofWarning({ code, message }: Pick<Warning, 'code' | 'message'>): string {
    return this.#find(message) ?? `${warningsInSpanish[code]} (${message})`
  }

  /** A list of names: its last `and` is the one behind which a name stands, or the number of those left out. */
  ofList(text: string): string {
    if (this.isName(text)) return text
    const more = / and ([\d,]+) more$/.exec(text)
    if (more) return `${text.slice(0, more.index)} y ${more[1]} más`
    for (let at = text.lastIndexOf(' and '); at >= 0; at = text.lastIndexOf(' and ', at - 1)) {
      const [before, last] = [text.slice(0, at), text.slice(at + 5)]
      // A score or a mark may stand behind a name, and options behind that of a method.
      if ([last, `${last}.`, last.replace(/ \([^()]*\)$|:.*$/, '')].some((name) => this.isName(name)))
        return `${before} ${and(last)} ${last}`
    }
    return text
  }

  /** Whether a text is the name of a column or of something else in the result. */
  isName(text: string): boolean {
    return this.#names.has(text)
  }

  #find(text: string): string | null {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const found = this.#ofSentences(text) ?? this.#ofOne(text) ?? this.#ofColumn(text)
    this.#known.set(text, found)
    return found
  }

  /** Several sentences, or parts of one with semicolons between them, each known by itself. */
  #ofSentences(text: string): string | null {
    for (const { index, 0: mark } of text.matchAll(/[.?!] |; /g)) {
      const end = mark === '; ' ? index : index + 1
      const first = this.#ofOne(text.slice(0, end))
      const rest = first === null ? null : this.#find(text.slice(index + 2))
      if (rest !== null) return `${first}${mark === '; ' ? ';' : ''} ${rest}`
    }
    return null
  }

  #ofOne(text: string): string | null {
    if (text.endsWith('.')) {
      const found = this.#ofOne(text.slice(0, -1))
      if (found !== null) return `${found}.`
    }
    const small = text.charAt(0).toLowerCase() + text.slice(1)
    for (const some of this.#lists) {
      const found = this.#match(text, some) ?? mapped(this.#match(small, some), capital)
      if (found !== null) return found
    }
    return null
  }

  #match(text: string, some: readonly Sentence[]): string | null {
    for (const { pattern, literal, holes, spanish } of some) {
      if (!text.includes(literal)) continue
      const found = pattern.exec(text)
      if (found === null) continue
      const given = holes.map((kind, i) => this.#filling(kind, found[i + 1]))
      if (!given.includes(null)) return filled(spanish, given as (string | undefined)[])
    }
    return null
  }

  /** What stands in a hole, in Spanish; null where it cannot stand there. */
  #filling(kind: Kind, text: string | undefined): string | null | undefined {
    if (text === undefined) return undefined
    switch (kind) {
      case 'count':
        return countOf(text)
      case 'column':
        return this.isName(text) ? text : null
      case 'names':
        return this.ofList(text)
      case 'marked':
        return this.ofList(text).replace(
          / \(([a-z ]+)\)(?=, | [ye] |$)/g,
          (_, mark: string) => ` (${this.of(mark)})`,
        )
      case 'data':
        return text === 'the table' || text === 'the data' ? 'la tabla' : text
      case 'subject':
        return this.#subject(text)
      case 'text':
        return this.#find(text)
      case 'any':
        return this.of(text)
      case 'parts':
        return text
          .split(', ')
          .map((part) => this.of(part))
          .join(', ')
      default:
        return text
    }
  }

  /** What a question is about; what is given stands behind a name. */
  #subject(text: string): string {
    if (this.isName(text)) return text
    return text
      .replace(/^the time until /, 'el tiempo hasta ')
      .replace(/ given (.+)$/, ', dadas $1')
      .replace(/ within (.+)$/, ' dentro de $1')
  }

  /** A sentence behind the name of a column, which may have blanks: `column x …`. */
  #ofColumn(text: string): string | null {
    if (!text.startsWith('column ')) return null
    for (let at = text.indexOf(' ', 7); at >= 0; at = text.indexOf(' ', at + 1)) {
      const rest = this.#match(text.slice(at + 1), this.#lists[0])
      if (rest !== null) return `columna ${text.slice(7, at)} ${rest}`
    }
    return null
  }
}

function mapped(text: string | null, change: (text: string) => string): string | null {
  return text === null ? null : change(text)
}

function capital(text: string): string {
  return text.replace(/^¿?./u, (start) => start.toUpperCase())
}

/** `y`, or `e` before the sound of i. */
function and(next: string): string {
  return /^h?[ií](?![aeou])/i.test(next) ? 'e' : 'y'
}

/** `3 of 12 columns` in Spanish; null for what is not counted. */
function countOf(text: string): string | null {
  const [, part = '', count, noun] = /^([\d,]+ of )?([\d,]+) ([a-z]+)$/.exec(text) ?? []
  const found = noun === undefined ? undefined : nouns[count === '1' ? `${noun}s` : noun]
  if (!found) return null
  return `${part.replace(' of ', ' de ')}${count} ${found[count === '1' ? 0 : 1]}`
}
