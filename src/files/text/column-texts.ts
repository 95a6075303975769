import { mayBeValue } from '../cells/text-cells.ts'
import type { GivenType } from '#core'
import type { CellFormat } from '../cells/cell-format.ts'
import type { NumberOptions } from '../cells/detected-format.ts'
import type { Commas } from '../cells/number-format-detector.ts'
import type { MissingWords } from '../cells/missing-words.ts'
import type { parseTexts } from '../cells/local-digits.ts'
import type { TextFormatDetector } from '../cells/text-format-detector.ts'
import { KnownTexts } from './known-texts.ts'
import { MergedNumbers } from './long-numbers.ts'
import { areCodes, NotedWords } from './noted-words.ts'
import { NumberSums } from './number-sums.ts'
import type { CodedTexts } from './part-columns.ts'

/** The texts of a column as they are read, and what is known of them. */
export class ColumnTexts {
  /** Its words for a missing value that are reported. */
  readonly words: NotedWords
  readonly #name: string
  readonly #type: GivenType | undefined
  readonly #rules: CellRules
  readonly #large = new MergedNumbers()
  #known = new KnownTexts()
  #format: TextFormatDetector | undefined
  /** How many rows have a text, by its number; `null` once texts are many. */
  #counts: number[] | null = []
  /** Whether a text may be more than a word: a number, a date, a range, a grade or a word for a missing value. */
  needsTools = false

  constructor(name: string, type: GivenType | undefined, rules: CellRules) {
    this.#name = name
    this.#type = type
    this.#rules = rules
    this.words = new NotedWords(rules.missing.reported)
  }

  /**
   * Adds cells; their codes become the numbers of their texts. Returns whether one is a value that no cell
   * had before.
   */
  add(chunk: CodedTexts, first: number, expected: number): boolean {
    const { texts } = this.#known
    const before = texts.length
    this.#known.add(chunk, first, expected, this.#rules.missing.isMissing)
    let hasValues = false
    for (let number = before; number < texts.length; number++) {
      const text = texts[number]
      hasValues ||= text !== null
      if (this.#type === undefined) this.#large.add(text)
      if (text !== null) this.needsTools ||= this.#isMore(text)
    }
    return hasValues
  }

  /** The texts by their numbers; `null` where they are missing. */
  get all(): readonly (string | null)[] {
    return this.#known.texts
  }

  /** Texts that were added since `note`. */
  get open(): number {
    return this.#known.counted
  }

  /** How many missing cells have a word that may be a code, as all texts are. */
  get missingCodes(): number {
    this.note()
    return this.words.codes > 0 && areCodes(this.all) ? this.words.codes : 0
  }

  /** Whether whole numbers beyond 2^53 become equal to others. */
  get areMerged(): boolean {
    return this.#large.areMerged
  }

  /** What numbers or times they are; `null` if they are only words. */
  get format(): TextFormatDetector | null {
    this.note()
    return this.#detector
  }

  /** Looks at the texts that were added. */
  note(): void {
    const { texts, missing, counted } = this.#known
    if (counted === 0) return
    const detector = this.#type === 'categorical' ? null : this.#detector
    this.#known.takeCounts((number, count, row) => {
      const text = texts[number]
      if (this.#counts) this.#counts[number] = (this.#counts[number] ?? 0) + count
      if (text === null) this.words.add(missing.get(number)!, count)
      else detector?.addCell(text, count, row)
    })
  }

  /** Looks at texts that are many; forgets them unless they are kept. What is known of the column stays. */
  noteMany(areKept: boolean): void {
    // The next ones may be more than words, and these are not at hand then.
    this.needsTools = true
    this.note()
    this.#counts = null
    if (!areKept) this.#known = new KnownTexts()
  }

  /**
   * Their numbers together, the last of which is that of a cell; `null` if they are too many, or it is none
   * of them.
   */
  sumsTo(cell: string, parse: (texts: readonly (string | null)[]) => Float64Array): NumberSums | null {
    this.note()
    const counts = this.#counts
    const { texts } = this.#known
    const at = texts.indexOf(cell)
    if (!counts || at < 0) return null
    const sums = new NumberSums()
    const values = parse(texts)
    values.forEach((value, number) => {
      sums.addTimes(value, (counts[number] ?? 0) - Number(number === at))
    })
    sums.addTimes(values[at], 1)
    return sums
  }

  /** The values of rows with these numbers of texts; `parse` makes those of texts, each once. */
  valuesOf(codes: Uint32Array, parse: (texts: readonly (string | null)[]) => Float64Array): Float64Array {
    return this.#known.valuesOf(codes, parse)
  }

  #isMore(text: string): boolean {
    if (this.#type !== undefined) return this.#type !== 'categorical'
    return (
      /[\p{Nd}★⭐]|^[A-G]{1,3}[-+−–]/u.test(text) ||
      mayBeValue(text) ||
      this.#rules.missing.isMissingAmongNumbers(text)
    )
  }

  get #detector(): TextFormatDetector | null {
    if (!this.needsTools) return null
    const { commas, numbers, missing, tools } = this.#rules
    return (this.#format ??= new tools!.TextFormatDetector(
      this.#type,
      commas,
      this.#name,
      numbers,
      missing.isMissingAmongNumbers,
    ))
  }
}

/** What reads texts that are more than words. */
interface TextTools {
  readonly TextFormatDetector: typeof TextFormatDetector
  readonly parseTexts: typeof parseTexts
}

/** Rules for cells that all columns share. */
export interface CellRules {
  readonly missing: MissingWords
  readonly commas: Commas
  /** What the user says about numbers. */
  readonly numbers?: NumberOptions
  /** Loaded once a text needs them, before it is looked at. */
  tools: TextTools | null
}

/** Which column it is, and what stands in it before the first row: its name, if no more is known. */
export interface ColumnPlace {
  readonly name: string
  readonly index: number
  readonly before?: ReadonlySet<string>
}

/** How a column is read in a later pass: as text, or as text in a format of numbers or times. */
export interface RereadMode {
  readonly isText: boolean
  readonly format: CellFormat | null
}
