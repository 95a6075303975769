import { wordsOfName } from './time-names.ts'

/* What the name of a column says of its numbers: that they are names. */

/** Names of numbers that name something, in English, Spanish, German, French and Italian. */
const words = {
  last:
    'id ids key code nr no nro num number numero nummer kennung kennzahl codigo clave matricula uuid phone telefon telefono ' +
    'telephone mobile movil cellulare handy imei barcode gtin upc zip zipcode plz postleitzahl isbn issn ean iban ref account konto kontonummer kundennummer identifier ' +
    'identifiant cle schluessel codice chiave conto cuenta compte dni nif cif cpf cnpj ssn siren siret rut cedula curp ' +
    'bsn fon tel fono fax',
  first: 'id codigo code cod matricula clave codice',
  /** Where one of these is in the name, numbers measure what the other words name. */
  measures:
    'length len size count total sum amount price cost value balance income time duration distance score rate age year ' +
    'lines quality coverage complexity of per by in on to for with without longitud longueur lunghezza laenge saldo importe ' +
    'montant betrag importo precio prix preis prezzo tiempo zeit temps tempo dauer',
} as const

const sets = {
  last: new Set<string>(words.last.split(' ')),
  first: new Set<string>(words.first.split(' ')),
  measures: new Set<string>(words.measures.split(' ')),
}

/** German joins words, and says what has the number: Spendernr, Org.nr. Eigentümer. */
const germanNumber = /^(?:\p{L}{2,})?(?:nr|nummer)$/u

/**
 * Whether the name of a column says that its numbers are names: `customer_id`, `codigo_cliente`, `Order No`.
 */
export function namesRows(column: string): boolean {
  const own = wordsOfName(column)
  if (own.length === 0 || own.some((word) => sets.measures.has(word))) return false
  const last = own[own.length - 1]
  return sets.last.has(last) || own.some((word) => germanNumber.test(word)) || sets.first.has(own[0])
}

/** What is numbered, in the five languages; not what may be counted or be a step. */
const things = new Set(
  (
    'plot quadrat block site station transect tag trt treatment subject participant patient proband cage tank batch lot ward ' +
    'school household cluster psu parcela parcelle placette parzelle standort messstelle estacion stazione sitio sito bloque bloc ' +
    'blocco paciente paziente provincia province provinz municipio municipality gemeinde comune commune region departamento departement ' +
    'department canton kanton county district bezirk landkreis arrondissement arrdt barrio distrito quartier stadtteil ' +
    'typ type tipo ursache cause causa art articolo'
  ).split(' '),
)
const identifiers = new Set(
  'id ids uuid cd codigo code cod clave matricula kennung kennzahl codice cle identifier identifiant sn serial seriennummer'.split(
    ' ',
  ),
)
const numbering = new Set('no nr num number numero nummer'.split(' '))
/** Behind another word these say that numbers are those of things; in English a number of them may be a count. */
const lastOfSeveral = new Set([
  ...identifiers,
  ...'nr numero nummer type typ tipo species especie espece'.split(' '),
])
const houses = new Set('house lot unit room'.split(' '))
/** A thing and its number in one word: `patientid`, `stemtag`. */
const thingWithNumber =
  /^(?:patient|subject|user|customer|sample|case|order|plot|tree|stem|animal|student)(?:id|no|nr|tag)$/

/** Whether a name says that its numbers are those of things, however they are written: `treeID`, `plot`, `Site No`. */
export function namesThings(column: string): boolean {
  const own = wordsOfName(column).filter((word) => /\D/.test(word))
  if (own.length === 0 || own.some((word) => sets.measures.has(word))) return false
  const last = own[own.length - 1]
  // Official keys: Strassenschlüssel, STRSCHL.
  if (/\p{L}{2}(?:schl|schlussel|schluessel)$/u.test(last)) return true
  // A column called code alone may have the steps of a scale.
  if (own.length > 1 ? lastOfSeveral.has(last) || identifiers.has(own[0]) : own[0] === 'id') return true
  if (thingWithNumber.test(last) || (numbering.has(last) && houses.has(own[own.length - 2]))) return true
  return things.has(own[0]) && (own.length === 1 || (own.length === 2 && numbering.has(own[1])))
}

const postcode =
  /^(?:plz|zip|zip\s?code|post\s?code|postal)$|postleitzahl|post(?:al)?[\s_-]?code|code[\s_-]?postal|c[oó]digo[\s_-]?postal|codice[\s_-]?postale|zip[\s_-]?code|^c\.?\s?postal/iu
const shortPostcode = /^(?:c\.?\s?p\.?|cap)$/i

/** Whether a name is that of postal codes in the five languages: by a word for nothing else, or one for other things too. */
export function namesPostcodes(column: string): 'surely' | 'briefly' | null {
  const name = column.trim()
  if (postcode.test(name)) return 'surely'
  return shortPostcode.test(name) ? 'briefly' : null
}
