import { wordsOfName } from './time-names.ts'

/** What has no amount of 0 if it is known, in English, German, French, Spanish, Italian, Dutch and Portuguese. */
const amounts = new Set(
  (
    'price precio prix preis prezzo prijs preco salary salario salaire gehalt stipendio lohn loon weight peso poids gewicht ' +
    'height altura hauteur hohe altezza hoogte length longitud longueur lange lunghezza lengte diameter diametro diametre ' +
    'durchmesser dbh dap bhd consumption consumo consommation verbrauch verbruik population poblacion einwohner popolazione'
  ).split(' '),
)

/** Whether the name of a column says that its numbers are amounts of which 0 is none: a price, a weight, inhabitants. */
export function namesAmounts(column: string): boolean {
  return wordsOfName(column).some((word) => amounts.has(word))
}
