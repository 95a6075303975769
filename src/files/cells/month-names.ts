/**
 * The names of the months in English, Spanish, German, French, Italian, Dutch, Portuguese and Polish, without
 * accents.
 */
const months: readonly string[] = [
  'jan january ene enero januar janner janv janvier gen gennaio januari janeiro stycznia styczen',
  'feb february febrero februar feber fev fevr fevrier febb febbraio februari fevereiro lutego luty',
  'mar march marzo maerz marz mrz mars mrt maart marco marca marzec',
  'apr april abr abril avr avril aprile kwietnia kwiecien',
  'may mayo mai mag maggio mei maio maja maj',
  'jun june junio juni juin giu giugno junho czerwca czerwiec',
  'jul july julio juli juil juillet lug luglio julho lipca lipiec',
  'aug august ago agosto aout augustus sierpnia sierpien',
  'sep sept september septiembre setiembre septembre set sett settembre setembro wrzesnia wrzesien',
  'oct october octubre okt oktober octobre ott ottobre out outubro pazdziernika pazdziernik',
  'nov november noviembre novembre novembro listopada listopad',
  'dec december dic diciembre dez dezember decembre dicembre dezembro grudnia grudzien',
]

/** Those of the days of the week. */
const weekdays: readonly string[] = [
  'mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday',
  'lun lunes mar martes mie miercoles jue jueves vie viernes sab sabado dom domingo',
  'mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag',
  'lundi mardi mer mercredi jeu jeudi ven vendredi sam samedi dim dimanche',
  'lunedi martedi mercoledi gio giovedi venerdi sabato domenica',
  'ma maandag dinsdag wo woensdag donderdag vr vrijdag za zaterdag zo zondag',
]

const monthOfName = new Map(
  months.flatMap((names, i) => names.split(' ').map((name) => [name, i + 1] as const)),
)
const namesOfDays = new Set(weekdays.flatMap((names) => names.split(' ')))

/** Names of months by their number, in the order of the months; all without accents and in lower case. */
export const monthNames: readonly (readonly [string, number])[] = [...monthOfName]

/** The number of a month, from its name in lower case and without accents. */
export function monthOf(name: string): number | undefined {
  return monthOfName.get(name)
}

/** The months in Roman numerals. */
export const romanMonths: readonly string[] = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')

const dayFirst = /^(\d\d?)(?:[-. ]|\. )(\p{L}{3,4})\.?$/u
const monthFirst = /^(\p{L}{3,4})\.?[-. ](\d\d?)$/u

/**
 * The month and the other number of a day or a month without its year, as a spreadsheet writes it: 2-Sep, 02.
 * Sep, Sep 2, Jun-25.
 */
export function dayWithoutYear(text: string): { readonly month: number; readonly other: number } | null {
  if (text.length < 5 || text.length > 9) return null
  const first = dayFirst.exec(text)
  const last = first ? null : monthFirst.exec(text)
  const name = first?.[2] ?? last?.[1]
  const plain = name && plainLetters(name)
  // As a month it is rarer than as a part of codes.
  const month = plain === undefined || plain === 'out' ? undefined : monthOf(plain)
  return month === undefined ? null : { month, other: Number(first?.[1] ?? last![2]) }
}

export function isWeekday(name: string): boolean {
  return namesOfDays.has(name)
}

/** A text in lower case and without accents. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase()
  return isAscii.test(lower) ? lower : lower.normalize('NFD').replace(accents, '')
}

const isAscii = /^[\0-\x7f]*$/
const accents = /[\u0300-\u036f]/g

/** The letters a to z as 1 to 26, without accents; 0 for any other character. */
const letters = new Uint8Array(0x180)
for (let code = 0; code < letters.length; code++) {
  const first = plainLetters(String.fromCharCode(code)).charCodeAt(0)
  if (first >= 0x61 && first <= 0x7a) letters[code] = first - 0x60
}

/** Whether up to three letters begin the first word of a date with names: by the letters, to base 27. */
const starts = new Uint8Array(27 * 27 * 27)
const others =
  'trim trimestre quartal quarter q w m t z am pm a p st nd rd th er de utc gmt ut est edt cst cdt mst mdt pst pdt cet cest met bst ist jst eet wet msk h at um alle ore as kl r'
/** What may stand before the word of a quarter alone, 2e trimestre, IV trim., or is a month between marks. */
const numerals = new Set(['e', 'eme', ...romanMonths])
const areNumerals = /trim|quart|^\s*\d\d?[-/.] ?[ivx]+[-/.]/i
const firstWords = new Set([...months, ...weekdays, others, ...numerals].flatMap((words) => words.split(' ')))
for (const word of firstWords) starts[startOf(word, 0)] = 1

/**
 * The first three letters of the word at a place, as a number to base 27; accents that follow a letter do not
 * count.
 */
function startOf(text: string, from: number): number {
  let key = 0
  for (let i = from, length = 0; length < 3; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0
    if (unit >= 0x300 && unit <= 0x36f) continue
    const letter = unit < letters.length ? letters[unit] : 0
    if (letter === 0) break
    key = key * 27 + letter
    length++
  }
  return key
}

/** A text that is longer is no date. */
const longest = 80

/**
 * Whether a text may be a date with names, such as 3 May 2020, by the start of its first word, by its length
 * and by a digit: a look at a few characters rules out most texts.
 */
export function mayHaveNames(text: string): boolean {
  if (text.length < 6 || text.length > longest) return false
  let i = 0
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= letters.length) return false
    if (letters[unit] > 0) break
  }
  if (i === text.length || starts[startOf(text, i)] === 0) return false
  const word = wordFrom(text, i)
  if (!firstWords.has(word) || (numerals.has(word) && !areNumerals.test(text))) return false
  if (i > 0 && isDigit(text.charCodeAt(i - 1))) return true
  // A word before it all, or after blanks and marks: there is a digit somewhere.
  for (i = 0; i < text.length; i++) if (isDigit(text.charCodeAt(i))) return true
  return false
}

/** The word at a place, in lower case and without accents. */
function wordFrom(text: string, from: number): string {
  let to = from
  for (let unit = text.charCodeAt(to); unit < letters.length && letters[unit] > 0; unit = text.charCodeAt(to))
    to++
  // Accents of their own stand after their letter.
  const unit = text.charCodeAt(to)
  return plainLetters(
    unit >= 0x300 && unit <= 0x36f ? /^[\p{L}\p{M}]+/u.exec(text.slice(from))![0] : text.slice(from, to),
  )
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}
