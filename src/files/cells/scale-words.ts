/** Words for the steps of a scale, in five languages, without capitals: its lower end, its upper end, between. */
const lower = new Set(
  (
    'never|not at all|low|lo|lowest|very low|min|minimum|poor|very poor|bad|very bad|strongly disagree|very dissatisfied|very unlikely|' +
    'nie|niemals|niedrig|sehr niedrig|gar nicht|überhaupt nicht|schlecht|sehr schlecht|stimme gar nicht zu|' +
    'nunca|bajo|baja|muy bajo|muy baja|mínimo|malo|muy malo|muy mala|' +
    'jamais|faible|très faible|bas|pas du tout|mauvais|très mauvais|basso|bassa|molto basso|per niente|pessimo'
  ).split('|'),
)
const upper = new Set(
  (
    'always|high|hi|highest|very high|max|maximum|excellent|very good|extremely|completely|strongly agree|very satisfied|very likely|' +
    'immer|hoch|sehr hoch|sehr gut|voll und ganz|ausgezeichnet|stimme voll zu|' +
    'siempre|alto|alta|muy alto|muy alta|máximo|excelente|muy bueno|muy buena|totalmente|' +
    'toujours|élevé|très élevé|haut|tout à fait|très bon|très bien|sempre|molto alto|ottimo|eccellente'
  ).split('|'),
)
const between = new Set(
  (
    'rarely|seldom|sometimes|often|medium|moderate|mild|severe|fair|good|neutral|' +
    'selten|manchmal|oft|mittel|gut|mäßig|raramente|a veces|a menudo|medio|media|regular|bueno|' +
    'rarement|parfois|souvent|moyen|moyenne|bon|bien|a volte|spesso|buono'
  ).split('|'),
)

/** Words beside numbers that are steps of a scale: those of its ends, and whether others stand between. */
interface ScaleWords {
  readonly lower: readonly string[]
  readonly upper: readonly string[]
  readonly hasOthers: boolean
}

/** The words that are steps of a scale; `null` if there are none. */
export function scaleWords(words: Iterable<string>): ScaleWords | null {
  const all = [...words]
  const found = (of: ReadonlySet<string>) => all.filter((word) => of.has(word.trim().toLowerCase()))
  const ends = { lower: found(lower), upper: found(upper) }
  const hasOthers = found(between).length > 0
  return ends.lower.length + ends.upper.length > 0 || hasOthers ? { ...ends, hasOthers } : null
}
