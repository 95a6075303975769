import { wordsOfName } from '#core'

/** Names of numbers that name something, in English, Spanish, German, French and Italian. */
const words = {
  last:
    'id ids key code nr no nro num number numero nummer kennung kennzahl codigo clave matricula uuid phone telefon telefono ' +
    'telephone zip zipcode plz postleitzahl isbn issn ean iban ref account konto kontonummer kundennummer identifier ' +
    'identifiant cle schluessel codice chiave conto cuenta compte',
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

/** Whether the name of a column says that its numbers are names: `customer_id`, `codigo_cliente`, `Order No`. */
export function namesRows(column: string): boolean {
  const own = wordsOfName(column)
  if (own.length === 0 || own.some((word) => sets.measures.has(word))) return false
  return sets.last.has(own[own.length - 1]) || sets.first.has(own[0])
}
