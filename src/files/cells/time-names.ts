/** What the name of a column says about numbers and texts that may be dates or something else. */
export interface NameHint {
  readonly date: boolean
  readonly timeOfDay: boolean
  /** That numbers are seconds, or parts of a second, since 1970. */
  readonly unix: boolean
}

/** Names in English, Spanish, German, French and Italian. */
const words = {
  date:
    'date dates datetime dt fecha fechas data datum tag jour dia giorno day month months monat mes mois mese ' +
    'period periode periodo quarter quartal trimestre trimester yearmonth ym week woche semaine semana settimana ' +
    'time timestamp when born birth birthday dob naissance nacimiento nascita geboren',
  timeOfDay: 'time clock hour hours zeit uhrzeit uhr hora horas heure heures ora orario horaire',
  unix: 'timestamp timestamps unix unixtime epoch posix utc ts',
} as const

const sets = {
  date: new Set<string>(words.date.split(' ')),
  timeOfDay: new Set<string>(words.timeOfDay.split(' ')),
  unix: new Set<string>(words.unix.split(' ')),
}

/** Ends of longer words: start_date is startdate too; and words that end so by chance. */
const ends = {
  date: /(?:date|datum|fecha|monat|month|period)$/,
  timeOfDay: /(?:time|zeit)$/,
  unix: /(?:timestamp|unixtime|epoch)$/,
}
const byChance = /^(?:candidate|mandate|update|validate|liquidate|antidate|sedate)$|(?:candidate|lifetime)$/

/** The words of a name: those of `filing_date`, `FilingDate` and `FILING DATE` are the same. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

/** What a name says, by its words. */
export function hintOf(name: string): NameHint {
  const own = wordsOfName(name).filter((word) => !byChance.test(word))
  const says = (what: keyof typeof sets) => own.some((word) => sets[what].has(word) || ends[what].test(word))
  return { date: says('date'), timeOfDay: says('timeOfDay'), unix: says('unix') }
}
