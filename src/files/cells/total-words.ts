/** Words for a row of totals, in several languages, also as spreadsheets write them below pivot tables. */
const total =
  /^(?:grand |sub)?total(?:e|s|es|en)?(?: (?:général|general|geral|generale|complessivo))?:?$|^(?:(?:zwischen|gesamt|end)?summe|gesamt|insgesamt|gesamtergebnis|teilergebnis|suma|sumas|somme|somma|soma|sum|sums|итого|всего|общий итог|合计|合計|总计|suma (?:total|końcowa)|celkem|celkový součet|razem|ogółem|łącznie|(?:eind|sub)?totaal|összesen|végösszeg|ukupno|toplam|genel toplam|(?:kaikki )?yhteensä|i alt|hovedtotal|total(?:t|sum|summa)|summa|ensemble|subtotal|sous-total|subtotale):?$/iu

/** Words for a row that sums up others in another way. */
const summary = new Set(
  (
    'mean average avg median sd std stdev std.dev sem cv n count min max minimum maximum ' +
    'moyenne médiane mediane écart-type ecart-type promedio media mediana desviación desv ' +
    'mittelwert mittel durchschnitt mw standardabweichung stabw anzahl ergebnis ' +
    'gemiddelde aantal średnia liczba média contagem conteggio recuento'
  ).split(' '),
)

/** Words that say that a mean is that of all rows. */
const ofAll =
  /^(?:overall|grand|gesamt)[ -]?|[ -](?:générale?|globale?|totale?|general|geral|global|generale|complessiv[ao]|gesamt|insgesamt|overall)$/u

/** The words before what is summed, such as `Total North`. */
const partial =
  /^(?:(?:sub|grand )?total(?:e|es|en)?|(?:zwischen|gesamt|teil)?summe|gesamt|suma|somme|somma|sum|sous-total)[ :–-]+(?:of |for |de |di |du |des |della |von |für |pour |para |per )?(\S.*)$/iu
/** The words behind it, such as `North total`, as spreadsheets write them. */
const partialBehind =
  /^(\S.*?)(?:[ :-]+(?:(?:sub|grand )?total(?:e|es)?|sous-total|ergebnis|gesamt|(?:zwischen)?summe|suma|итог|toplamı)| ?(?:合計|小計|集計|汇总)):?$/iu

/** Both sexes and all ages, as offices of statistics name them. */
const all =
  /^(?:total (?:nacional|nazionale|national)|ambos (?:sexos|os sexos)|both sexes|all ages|all persons|les deux sexes|deux sexes|tous âges|tous les âges|beide geschlechter|alle altersgruppen|todas las edades|todas as idades|entrambi i sessi|maschi e femmine|tutte le età|obie płcie|kobiety i mężczyźni|wiek ogółem)$/i
/** Sums of lists of SAP have stars in place of a word. */
const starred = /^\*{1,3}$/

/** Whether a text is a word for a total. */
export function isTotal(text: string): boolean {
  const word = text.trim()
  return total.test(word) || starred.test(word) || all.test(word)
}

/** Whether a text is a word for a total, a mean, a deviation, a count or the like. */
export function isSummary(text: string): boolean {
  const word = text.trim().replace(/:$/, '').toLowerCase().replace(ofAll, '')
  return isTotal(text) || summary.has(word)
}

/** What a partial total is of: `North` of `Total North`; `null` if the text is none. */
export function partOfTotal(text: string): string | null {
  return partial.exec(text.trim())?.[1] ?? null
}

/** Whether a text is a partial total of one of some names: `Total North` or `North Total`. */
export function isTotalOf(text: string, isName: (name: string) => boolean): boolean {
  const before = partOfTotal(text)
  const behind = partialBehind.exec(text.trim())?.[1]
  return (before !== null && isName(before.trim())) || (behind !== undefined && isName(behind.trim()))
}
