import { addedWords, firstFew, queryColumn, queryValue, queryWarning, remedy, replacingQuery } from '#core'
import { missingWordsOf, spellingOf } from '#files/cells'
import type { Warning } from '#core'
import { levelText, mostColumns, mostGroups } from './level-texts.ts'
import type { CountedLevel, CountedLevels } from './level-texts.ts'

/** Words of surveys that say that a question has no answer, without accents, signs and capitals. */
const noAnswers = new Set(
  [
    'unk|unkn|ukn|no answer|no response|no reply|not answered|unanswered|did not answer|no data|not stated|not specified|unspecified',
    'not reported|unreported|not provided|not given|not asked|not recorded|not indicated|not disclosed|undisclosed',
    'refused|refusal|refused to answer|declined|declined to answer|prefer not to say|prefer not to answer|rather not say',
    'i prefer not to say|i prefer not to answer|i would rather not say|dont know|do not know|i dont know|i do not know',
    'dont know refused|dont know no answer|dk|dk na|dk nr|cant say|cannot say|no opinion|not sure',
    'keine angabe|ohne angabe|keine angaben|keine antwort|nicht beantwortet|antwort verweigert|verweigert|keine daten',
    'weiss nicht|weiss ich nicht|weiss nicht keine angabe|ich weiss nicht|ich weiss es nicht|mochte ich nicht sagen',
    'mochte ich nicht angeben|mochte nicht antworten|nicht angegeben|nicht bekannt|nicht erhoben|keine meinung|ka|wn',
    'sans reponse|pas de reponse|aucune reponse|non reponse|nsp|ne sait pas|ne sais pas|je ne sais pas|ne se prononce pas',
    'nspp|refus|refus de repondre|refuse de repondre|ne souhaite pas repondre|ne veut pas repondre|prefere ne pas repondre',
    'je prefere ne pas repondre|je ne souhaite pas repondre|non renseigne|non renseignee|non precise|non precisee|nsp nr',
    'non specifie|non specifiee|non repondu|non communique|non communiquee|non connu|non connue|sans opinion|inconnue',
    'sin respuesta|sin contestar|no contesta|no contesto|no responde|no sabe|no sabe no contesta|no sabe no responde|ns nc',
    'ns nr|nsnc|nsnr|no lo se|prefiero no contestar|prefiero no responder|prefiero no decirlo|no especificado|no especifica',
    'sin especificar|no informado|no informa|no consta|no declarado|desconocida|sin informacion|se niega a contestar',
    'non risponde|nessuna risposta|senza risposta|non risposto|non ha risposto|non sa|non so|non lo so|non sa non risponde',
    'preferisco non rispondere|preferisco non dirlo|non specificato|non specificata|non indicato|non indicata|non dichiarato',
    'non dichiarata|non pervenuto|non noto|non nota|non rilevato|non rilevata|non disponibili|sconosciuto|sconosciuta|np',
    'information inconnue|unknown information|not defined|nicht definiert|non defini|no definido|non definito|non definita|nicht verfugbar',
    'nao sabe|nao responde|nao respondeu|sem resposta|nao sei|prefiro nao responder|nao informado|ns nr|geen antwoord|weet niet',
  ].flatMap((line) => line.split('|')),
)

/** `No date available`, `Not yet known`; not `No injuries reported`. */
const nothingKnown =
  /^(?:not (?:\p{L}+ ){0,3}|no (?:date|data|time|name|value|amount|price|information|answer|address) )(?:available|known|specified|provided|given|stated|recorded|reported)$/u

/** Words that are missing among numbers and may be levels among words: nothing, or a mark of a system. */
const levelsToo = new Set(['none', '.', '/', '=""', 'fehlt', 'na', 'nan', 'nat', 'brak'])

/** Words that a text file has as missing, and a typed file as texts. */
const inTypedFiles = new Set(['n/a', '#n/a', 'null', '<na>'])

/** What pivot tables write for an empty cell. */
const emptyCell = /^\((?:blank|empty|vide|leer|en blanco|vac[ií][ao]s?|vuot[oa]|vazi[oa]|null|none)\)$/i

const { isMissingAmongNumbers } = missingWordsOf()

const longest = Math.max(...[...noAnswers].map(({ length }) => length))

/** Whether a level says that there is no answer, or is such a word among numbers. */
function isNoAnswer(level: string): boolean {
  // Signs and blanks may stand between the words.
  if (level.length > 2 * longest) return false
  const plain = level.trim().toLowerCase()
  if (inTypedFiles.has(plain) || emptyCell.test(plain)) return true
  if (isMissingAmongNumbers(level)) return !levelsToo.has(plain) && !plain.startsWith(':')
  const words = spellingOf(plain).folded.replace(/['\u2019.]/g, '')
  const spaced = words.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return noAnswers.has(spaced) || nothingKnown.test(spaced)
}

/** A word that nearly all rows have is no answer, but a state of things. */
const nearlyAll = 0.9

/** Signs for nothing. */
const signsAlone = ['-', '--', '–', '—', '.']

/** Words that are codes of places and the like, unless all others are single letters: classes from A to G. */
const besideLetters = new Set(['nc', 'nd', 'nr', 'na', 'ns', 'kc', 'ka'])
const fewestLetters = 3

function areLetters(counted: readonly CountedLevel[]): boolean {
  const letters = counted.filter(({ level }) => /^\s*[A-Z][+-]{0,3}\s*$/i.test(level)).length
  return letters >= fewestLetters && letters >= counted.length - 2
}

const startsWithDigit = /^[^\p{L}]*\d/u

/** -99 or 999, where all others are words. */
const aCode = /^\s*(?:-9{1,4}|-8{2,4}|-7{2,4}|9{3,4}|8{3,4}|7{3,4}|998)\s*$/
const fewestWords = 3

/** The only level that is a number, if it is a code as surveys have them and the others are words. */
function loneCode(counted: readonly CountedLevel[]): CountedLevel | null {
  const numbers = counted.filter(({ level }) => /\d/.test(level))
  const isAlone = numbers.length === 1 && counted.length > fewestWords && aCode.test(numbers[0].level)
  return isAlone ? numbers[0] : null
}

/** Whether a sign may be a level: one beside a single other level, as in x and -, or a minus beside a plus. */
function mayBeSign(level: string, counted: readonly CountedLevel[]): boolean {
  if (counted.length === 2 && !/[\p{L}\p{N}]/u.test(level)) return true
  return /^\s*[-\u2013\u2212]+\s*$/.test(level) && counted.some((other) => /^\s*\+/.test(other.level))
}

/**
 * The warning about words for no answer among levels, such as "Sans réponse" beside Oui and Non; not those of
 * which the warnings from reading have said it.
 */
export function noAnswerWarning(
  columns: readonly CountedLevels[],
  before: readonly Warning[],
): readonly Warning[] {
  const isPointRead = before.some(
    ({ code, message }) => code === 'missing-words' && / cells: [^)]*"\."/.test(message),
  )
  const found = columns.flatMap(({ name, counted }) => {
    const said = wordsSaid(before, name)
    // Beside numbers, reading says what is missing.
    const areNumbers = counted.filter(({ level }) => startsWithDigit.test(level)).length * 2 > counted.length
    const isLetters = areLetters(counted)
    const code = loneCode(counted)
    const words = counted.filter(
      ({ level }) =>
        (isNoAnswer(level) ||
          level === code?.level ||
          // A point that is missing in columns of numbers is missing here too.
          (isPointRead && level.trim() === '.') ||
          (isLetters && besideLetters.has(level.trim().toLowerCase()))) &&
        !(areNumbers && isMissingAmongNumbers(level)) &&
        !mayBeSign(level, counted) &&
        !said.has(level.trim()),
    )
    const isState =
      words.every(({ level }) => /\p{L}/u.test(level)) && rowsOf(words) >= nearlyAll * rowsOf(counted)
    return words.length > 0 && words.length < counted.length && !isState ? [{ name, words }] : []
  })
  return together(found).map(({ columns: having, words }): Warning => {
    const list = having.map(({ name, words }) => `${name} (${firstFew(words.map(levelText), mostGroups)})`)
    const names = having.map(({ name }) => name)
    const why = `levels that may say that there is no answer: ${firstFew(list, mostColumns)}`
    const how = `if ${words.length === 1 ? 'it is a missing value' : 'these are missing values'} say`
    const others = columns.filter(({ name, counted }) => {
      return !names.includes(name) && counted.some(({ level }) => words.includes(level.trim()))
    })
    // A missing word acts on all columns: the minus of a blood group is none, nor are numbers of other columns.
    if (others.length > 0 || words.some((word) => aCode.test(word))) {
      const query = replacingQuery(Object.fromEntries(names.map((name) => [name, withoutWords(name, words)])))
      return queryWarning({ code: 'missing-words', columns: names, why, query }, how)
    }
    const mend = remedy({ missingWords: addedWords(words) }, 'words for no answer among levels', null, true)
    return { code: 'missing-words', columns: names, message: `${why}; ${how} ${mend.option}`, remedy: mend }
  })
}

function rowsOf(levels: readonly CountedLevel[]): number {
  return levels.reduce((sum, { rows }) => sum + rows, 0)
}

/** A column of SQL in which words are missing. */
function withoutWords(name: string, words: readonly string[]): string {
  const column = queryColumn(name)
  return `CASE WHEN trim(${column}) NOT IN (${words.map(queryValue).join(', ')}) THEN ${column} END`
}

/**
 * Columns with words for no answer, and those that they share: words of other columns may be missing values
 * or not.
 */
interface Together {
  readonly columns: readonly ColumnWithWords[]
  readonly words: readonly string[]
}

interface ColumnWithWords {
  readonly name: string
  readonly words: readonly CountedLevel[]
}

/** Words in the same columns together. */
function together(found: readonly ColumnWithWords[]): readonly Together[] {
  const all = [...new Set(found.flatMap(({ words }) => words.map(({ level }) => level.trim())))]
  const groups = new Map<string, Together>()
  for (const word of all) {
    const columns = found.flatMap(({ name, words }) => {
      const own = words.filter(({ level }) => level.trim() === word)
      return own.length > 0 ? [{ name, words: own }] : []
    })
    const key = JSON.stringify(columns.map(({ name }) => name))
    const before = groups.get(key)
    if (!before) groups.set(key, { columns, words: [word] })
    else {
      const joined = before.columns.map((one, i) => ({ ...one, words: [...one.words, ...columns[i].words] }))
      groups.set(key, { columns: joined, words: [...before.words, word] })
    }
  }
  return [...groups.values()]
}

/** The words of a column that a warning offers to read as missing. */
function wordsSaid(before: readonly Warning[], name: string): ReadonlySet<string> {
  const ofColumn = before.filter(({ column, columns }) => column === name || columns?.includes(name))
  const words = ofColumn.flatMap(({ remedy }) => remedy?.set.missingWords ?? [])
  // A query that reads numbers leaves signs missing, or has them as 0.
  const areRead = ofColumn.some(({ code, query }) => code === 'doubtful-numbers' && query !== undefined)
  return new Set([...words.map((word) => word.replace(/^\+/, '')), ...(areRead ? signsAlone : [])])
}
