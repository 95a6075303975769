import type { AffixedNumber, AffixFormat, SettledAffixes } from './affixed-numbers.ts'
import type { FormattedNumber } from './formatted-numbers.ts'
import { flagsAmong } from './number-affixes.ts'
import { Magnitude } from './number-digits.ts'
import { conversion, isCurrency, letterMBeside, smallestUnit } from './number-units.ts'
import { withoutNumber, WordForms } from './word-forms.ts'

/** How many different texts are kept: enough for each decision. */
const mostTexts = 64
/** So few texts may be names, such as 4K and 8K: nothing is said about them. */
const fewTexts = 5
/** Columns with more different words than this around numbers are texts. */
const mostWords = 3

/** The highest mark of a school, and the lowest where 1 is the best. */
const [highestMark, lowestMark] = [20, 6]
/** Nobody writes so many thousands or more without a mark, nor a zero before them. */
const ofCodes = /\d{5}|^0\d/
/** A minus behind fewer than one in so many numbers is one. */
const fewBehind = 4

/** What the affixes of a column's numbers say together. */
export class AffixFacts {
  /** Cells with an affix; those with a word that is no known unit. */
  cells = 0
  wordCells = 0
  /** Cells with a single letter that is no small unit, such as 12 A and 36B, which are numbers only together. */
  #letterCells = 0
  /** The largest number without affixes. */
  #largest = 0
  /** How many cells have each unit, each multiplier, and each way to write a negative number. */
  readonly units = new Map<string, number>()
  readonly multipliers = new Map<string, number>()
  readonly styles = new Map<string, number>()
  /** Cells below and above a limit, and one of each. */
  readonly bounds = { '<': 0, '>': 0 }
  readonly boundExamples = new Map<'<' | '>', string>()
  readonly styleExamples = new Map<string, string>()
  readonly #unitExamples = new Map<string, string>()
  /** How units are written in their first cells, without digits and marks. */
  readonly writtenUnits = new Map<string, Set<string>>()
  multiplierExample: string | undefined
  readonly #words = new Set<string>()
  readonly #forms = new WordForms()
  /** Different texts of limits, and of other numbers. */
  readonly #limits = new Set<string>()
  readonly #others = new Set<string>()
  #zeros = 0
  /** Cells of which letters touch the digits, as in codes. */
  codeLike = 0
  /** The highest number with a C, and the lowest with an F. */
  #highestC = -Infinity
  #lowestF = Infinity
  #hasUnsurePower = false
  #hasDecimals = false
  #hasMarks = false
  #hasThreeDigits = false
  /** Whether the letter of some multiplier may be one of a code: 89448414K, 0012M. */
  #isScaledLong = false
  /** Whether some number has a mark, or more digits than that of a house. */
  #areMeasures = false
  /** The unit that the name of the column gives. */
  readonly #unitOfName: string | null
  /** The magnitudes of different numbers without a unit, and with one. */
  readonly #bare = new Magnitude()
  readonly #united = new Magnitude()
  /** Whether numbers without a unit have that of the name. */
  isNamed = false

  constructor(unitOfName: string | null = null) {
    this.#unitOfName = unitOfName
  }

  /** Adds a number without affixes, or with those of `parseFormattedNumber`. */
  addPlain(number: FormattedNumber, text: string, count: number): void {
    if (this.#others.size < mostTexts) this.#others.add(text)
    if (number.unit === '' && text.charCodeAt(0) === 0x30 && Number(number.point ?? number.comma) === 0)
      this.#zeros += count
    this.#addUnit(number.unit, count)
    this.#noteMeasure(number, text)
    ;(number.unit === '' ? this.#bare : this.#united).add(number)
    this.#largest = Math.max(this.#largest, Number(number.point ?? number.comma))
  }

  addAffixed({ affixes, number }: AffixedNumber, text: string, count: number): void {
    const { unit, multiplier, style, bound } = affixes
    const texts = bound === '' ? this.#others : this.#limits
    if (texts.size < mostTexts) texts.add(text)
    this.cells += count
    this.#addUnit(unit, count)
    this.#noteMeasure(number, text)
    ;(unit === '' ? this.#bare : this.#united).add(number)
    if (affixes.isWord) {
      // An amount per anything is a number.
      if (!affixes.isCurrency) this.wordCells += count
      if (this.#words.size <= mostWords) this.#words.add(unit)
      this.#forms.add(unit, number)
    }
    if (bound !== '') {
      this.bounds[bound] += count
      if (!this.boundExamples.has(bound)) this.boundExamples.set(bound, text)
    }
    if (style !== '') {
      this.styles.set(style, (this.styles.get(style) ?? 0) + count)
      if (!this.styleExamples.has(style)) this.styleExamples.set(style, text)
    }
    if (multiplier !== '') {
      this.multipliers.set(multiplier, (this.multipliers.get(multiplier) ?? 0) + count)
      this.multiplierExample ??= text
      this.#isScaledLong ||= ofCodes.test(text)
    }
    if (this.#unitExamples.size < fewTexts && !this.#unitExamples.has(unit))
      this.#unitExamples.set(unit, text)
    this.#noteWritten(unit, text)
    const letter = affixes.isCodeLike ? unit.replace('°', '') : unit
    // 24 g is an amount, while 12 A may be a seat and 12 b a house.
    const aLetter = affixes.isWord || multiplier !== '' ? /^\p{L}$/u : /^\p{Lu}$/u
    if (letter.length + multiplier.length <= 2 && aLetter.test(letter + multiplier))
      this.#letterCells += count
    if (affixes.isCodeLike) this.codeLike += count
    const value = Number(number.point ?? number.comma)
    if (unit === '°C') this.#highestC = Math.max(this.#highestC, value)
    if (unit === '°F') this.#lowestF = Math.min(this.#lowestF, value)
    if (multiplier !== '' && !affixes.isSurePower) this.#hasUnsurePower = true
    if (number.decimalMark !== null) this.#hasDecimals = true
    if (number.decimalMark !== null || number.thousandsSeparator !== '') this.#hasMarks = true
    if (!this.#hasThreeDigits && /\d{3}/.test(text)) this.#hasThreeDigits = true
  }

  /** Cells with an affix that is no unknown word. */
  get knownCells(): number {
    return this.cells - this.wordCells
  }

  /**
   * Whether some numbers are amounts of money, or may be: a word touches the digits, as in 2500DT.
   */
  get areAmounts(): boolean {
    return (this.wordCells > 0 && this.codeLike > 0) || [...this.units.keys()].some(isCurrency)
  }

  /** Whether all cells may have the same unknown word. */
  get mayHaveOneWord(): boolean {
    return this.wordCells > 0 && this.#words.size <= mostWords
  }

  /** Cells with an unknown word, if it is the same in all of them. */
  get cellsOfOneWord(): number {
    this.#forms.join(this.units, this.writtenUnits, this.#words)
    return this.#words.size === 1 ? this.wordCells : 0
  }

  /** Cells with a single letter that may be codes. */
  get letters(): number {
    return this.#hasDecimals ? 0 : this.#letterCells
  }

  /** Cells that are numbers for certain even if some cells are not. */
  get likelyCells(): number {
    const behind = this.#isMinusSure ? 0 : (this.styles.get('minus behind') ?? 0)
    const limits = this.#areLimitsFew ? 0 : this.bounds['<'] + this.bounds['>']
    return Math.max(0, this.knownCells - this.letters - behind - limits)
  }

  /** Whether numbers without a unit are larger than those with one. */
  get areBareLarger(): boolean {
    return this.#bare.isAbove(this.#united)
  }

  /** How the column's cells are read; all of them are numbers. `isTyped`: the user says that they are. */
  settle(present: number, isTyped: boolean): SettledAffixes {
    const names = this.#forms.join(this.units, this.writtenUnits, this.#words)
    const found = this.#settled(present, isTyped)
    const isOther = names.size === 0 || found === null || typeof found === 'string'
    return isOther ? found : { ...found, names: Object.fromEntries(names) }
  }

  #settled(present: number, isTyped: boolean): SettledAffixes {
    const m = this.#letterM()
    const flags = flagsAmong(this.units, this.cells, this.#others.size >= fewTexts, this.#areMeasures)
    if (flags && isTyped) return { to: '', m, hasFlags: true, ...(this.#haveSigns && { isMinusFlag: true }) }
    if (flags) return flags === 'sure' ? 'flags' : null
    const to = this.#unit(m, isTyped)
    if (to === null || to === 'mixed-units' || to === 'partly-units' || to === 'unlike-units') return to
    if (isTyped) return { to, m }
    if (this.#limits.size > 0 && !this.#areLimitsFew && !this.#areLowerLimits(present)) return null
    if (this.#isSure(to, m, present)) return { to, m }
    const areMarks = this.styles.has('minus behind') && this.#largest <= lowestMark && !this.#hasMarks
    return areMarks || this.#others.size < fewTexts ? null : 'doubtful-numbers'
  }

  /** The units with their counts, most frequent first; those without one as `none`. */
  get shownUnits(): string {
    return [...this.units]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 5)
      .map(([unit, count]) => `${unit === '' ? 'none' : unit}: ${count}`)
      .join(', ')
  }

  /** A cell with an affix. */
  get example(): string | undefined {
    return this.styleExamples.values().next().value ?? this.multiplierExample ?? this.unitExample('')
  }

  /** A cell in another unit than this one. */
  unitExample(to: string): string | undefined {
    return [...this.#unitExamples].find(([unit]) => unit !== to && unit !== '')?.[1]
  }

  #addUnit(unit: string, count: number): void {
    if (this.units.size < mostTexts || this.units.has(unit))
      this.units.set(unit, (this.units.get(unit) ?? 0) + count)
  }

  #noteWritten(unit: string, text: string): void {
    const written = this.writtenUnits.get(unit)
    if (!written) {
      if (this.writtenUnits.size < mostTexts) this.writtenUnits.set(unit, new Set([withoutNumber(text)]))
    } else if (this.#others.size < mostTexts) written.add(withoutNumber(text))
  }

  #letterM(): AffixFormat['m'] {
    if (!this.units.has('m')) return 'm'
    const others = [...this.units.keys()].filter((unit) => unit !== 'm' && unit !== '')
    if (others.length === 0) return this.multipliers.size > 0 ? 'millions' : 'm'
    return letterMBeside(others)
  }

  /** The unit of the values, or why there is none. */
  #unit(m: AffixFormat['m'], isTyped: boolean): string | null {
    const renamed = [...this.units.keys()].map((unit) => (unit !== 'm' ? unit : m === 'millions' ? '' : m))
    const names = [...new Set(renamed)]
    const isBare = names.includes('') && (m === 'millions' || this.units.get('') !== this.#zeros)
    const units = names.filter((unit) => unit !== '')
    if (units.length === 0) return ''
    // 12AB beside 14CD.
    if (units.length > 1 && this.wordCells > 0 && this.codeLike > 0) return null
    const to = smallestUnit(units)
    if (to !== null && !isBare) return to
    const named = this.#unitOfName
    this.isNamed = to !== null && named !== null && m !== 'millions' && conversion(to, named) !== null
    if (this.isNamed) return named
    const areMany = this.#words.size > 0 && (units.length > mostWords || this.#others.size <= 2 * fewTexts)
    if (areMany || this.#others.size < fewTexts) return null
    // Seats such as 12C and 14F; as temperatures all with an F are above those with a C.
    const areMixed = this.#lowestF <= this.#highestC
    const areDegrees = units.every((unit) => unit.startsWith('°'))
    const areCodes = this.codeLike > 0 && !this.#hasDecimals && areDegrees && areMixed
    if (to === null) return areCodes ? null : 'mixed-units'
    if (units.length > 1) return 'mixed-units'
    if (isTyped) return to
    return this.#bare.isOther(this.#united) ? 'unlike-units' : 'partly-units'
  }

  /** Whether values of a laboratory have `--` or `++`, beside which `-` is no minus. */
  get #haveSigns(): boolean {
    return this.units.has('--') || this.units.has('++')
  }

  #noteMeasure(number: FormattedNumber, text: string): void {
    this.#areMeasures ||=
      number.decimalMark !== null || number.thousandsSeparator !== '' || /\d{5}/.test(text)
  }

  /** Whether limits are the exception among numbers. */
  get #areLimitsFew(): boolean {
    return this.#others.size >= 3 && (this.#others.size >= mostTexts || this.#others.size > this.#limits.size)
  }

  /** Whether all numbers are lower limits, such as 1,000+. */
  #areLowerLimits(present: number): boolean {
    const isOneKind = this.bounds['>'] + this.#zeros === present && this.#others.size < 3
    return isOneKind && this.#limits.size >= 3 && (this.#hasMarks || this.#hasThreeDigits)
  }

  /** Whether a minus behind digits is one: 2- is a mark of schools too. */
  get #isMinusSure(): boolean {
    if (this.#hasMarks || this.#hasThreeDigits) return true
    const behind = this.styles.get('minus behind') ?? 0
    return this.#largest > highestMark && behind * fewBehind < (this.units.get('') ?? 0)
  }

  #isSure(to: string, m: AffixFormat['m'], present: number): boolean {
    const isMoney = isCurrency(to)
    if (this.codeLike > 0 && !this.#hasDecimals && this.units.size < 2) return false
    const multipliers = [...this.multipliers.keys(), ...(m === 'millions' ? ['m'] : [])]
    const areLetters = multipliers.length > 1 && multipliers.some((word) => /^[kKM]$/.test(word))
    const areSeveral = areLetters && !this.#isScaledLong
    if (this.#hasUnsurePower && !(isMoney || this.#hasDecimals || areSeveral)) return false
    if (!isMoney && this.styles.get('brackets') === present) return false
    return !this.styles.has('minus behind') || isMoney || this.#isMinusSure
  }
}
