/**
 * What a word among numbers may say: that there is `none` of what they count, that it was `never`, that it is
 * `free`, a `trace` of it, `either` none or nothing known, or that it is as much as something else: `equal`.
 */
type NoneKind = 'none' | 'never' | 'free' | 'trace' | 'either' | 'equal'

const words: Readonly<Record<Exclude<NoneKind, 'either' | 'equal'>, string>> = {
  none:
    'none nil zero nothing without w/o kein keine keiner keines keinen nichts ohne nessuno nessuna ' +
    'nessun niente nulla senza nenhum nenhuma ninguno ninguna ningún nada sin cero aucun aucune ' +
    'aucuns aucunes sans rien néant nul nulle zéro calm windstill calme calma surface oberfläche superficie',
  never: 'never nie niemals mai nunca jamais',
  free:
    'free gratis frei kostenlos kostenfrei umsonst gratuit gratuite gratuito gratuita esente isento isenta ' +
    'exento exenta exempt',
  trace:
    't tr trace traces spur spuren traza trazas inapreciable ip tracce tracos vestígios n.n bdl b.d.l u.n.g lod <lod loq <loq',
}
const kinds = new Map(
  Object.entries(words).flatMap(([kind, list]) => list.split(' ').map((word) => [word, kind as NoneKind])),
)
// Of two languages, which counts as none in one.
kinds.set('geen', 'none').set('nul', 'none')

/** Words before what there is none of: `sin franquicia`, `no deductible`; not `non`, which denies a verb. */
const withoutIt =
  /^(?:no|without|w\/o|zero|kein(?:e[nrs]?)?|ohne|sin|ning[úu]na?|ning[úu]n|sans|pas d(?:e |['’])|aucune?|senza|nessun[ao]?|nessun['’]|sem)(?:\s+|(?<=['’]|\s))(?<what>\p{L}.*)$/iu
/** Nothing is known where there is none of these; behind `no` stands a verb in Spanish. */
const ofAnswers =
  /(?:^|\s)(?:data|dat[aeoi]s?|daten|answer|repl(?:y|ies)|response|respuesta|r[ée]ponses?|risposta|resposta|antwort|angaben?|info\p{L}*|informaci[óo]n|record|entry|reading|measure\p{L}*|messung|messwert|mesure|medici[óo]n|medida|misur\p{L}*|lectura|lecture|lettura|sample|probe|muestra|[ée]chantillon|campione|result\p{L}*|r[ée]sultat|ergebnis|risultat[oi]|befund|wert|value|valeur|valor|valore|test|contact|signal|se[ñn]al|segnale|opini[óo]n|meinung|avis|opinione|idea|id[ée]e|name|nombre|rating|bewertung|note|nota|aplica|consta|contesta|sabe|informa|disponib\p{L}*|available|verf[üu]gbar|known|specified|provided|bekannt|procede|hay|[a-zí]+d[oa]s?)(?:$|\s)/iu

/** What a word among numbers may say of how many there are; `null` if nothing. */
export function noneKindOf(word: string): NoneKind | null {
  const plain = word.trim().toLowerCase()
  const known = kinds.get(plain.replace(/\.$/, ''))
  if (known) return known
  if (/^[-–—−]{1,3}$/.test(plain)) return 'either'
  if (isEqualSign(plain)) return 'equal'
  const what = missingThing(plain)
  return what === null ? null : 'either'
}

/** What a phrase such as `sin franquicia` says that there is none of; `null` for any other, and for answers. */
export function missingThing(phrase: string): string | null {
  const what = withoutIt.exec(phrase.trim())?.groups!['what'] ?? null
  return what === null || ofAnswers.test(what) ? null : what
}

/** Words that may say that an amount is 0, or that nothing is known. */
export function mayBeNone(word: string): boolean {
  return noneKindOf(word) !== null && !/^[-–—−]+$/.test(word.trim())
}

/** Whether a word is a sign for as much on both sides, as a judge of games has it, or for the same as before. */
export function isEqualSign(word: string): boolean {
  return /^[=≈]$/.test(word.trim())
}
