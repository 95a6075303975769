import type { Warning } from '#core'
import { warningsInSpanish } from './warnings-es.ts'

/** Sentences of the engine, whole or in parts; one that is not listed stays as it is. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^no candidate is left$/, 'no queda ninguna candidata'],
  [/^(\d+) in a row add nothing significant$/, '$1 seguidas no añaden nada significativo'],
  [/^the best score no longer rises$/, 'la mejor puntuación ya no sube'],
  [/^no gain above (.+)$/, 'ninguna ganancia mayor que $1'],
  [/^no candidate has p < (.+)$/, 'ninguna candidata tiene p < $1'],
  [/^the chosen columns determine the target$/, 'las columnas elegidas determinan el objetivo'],
  [/^every subset was evaluated$/, 'se evaluaron todos los subconjuntos'],
  [/^interrupted$/, 'interrumpida'],
  [/^joined at step (\d+)$/, 'entró en el paso $1'],
  [/^the search started with it$/, 'la búsqueda empezó con ella'],
  [/^left out by the prefilter$/, 'la dejó fuera el filtro previo'],
  [/^in the set chosen$/, 'está en el conjunto elegido'],
  [/^not in the set chosen$/, 'no está en el conjunto elegido'],
  [/^categorical \(needs numbers\)$/, 'categórica (necesita números)'],
  [
    /^(\S+) leaves out (.+): categorical \(needs numbers\)$/,
    '$1 deja fuera $2: categóricas (necesita números)',
  ],
  [/^values are missing in (\d+) columns (\([^)]*\))$/, 'faltan valores en $1 columnas $2'],
  [
    /^values are missing in (\d+) columns (\([^)]*\)): each score uses the rows complete in its own columns$/,
    'faltan valores en $1 columnas $2: cada puntuación usa las filas completas en sus columnas',
  ],
  [
    /^values are missing in (\d+) columns (\([^)]*\)): each score uses the rows complete in its own columns; (\S+) uses all rows$/,
    'faltan valores en $1 columnas $2: cada puntuación usa las filas completas en sus columnas; $3 usa todas las filas',
  ],
  // Findings of a column.
  [/^has no value$/, 'no tiene ningún valor'],
  [
    /^has the same value in every row that has one$/,
    'tiene el mismo valor en todas las filas que tienen alguno',
  ],
  [/^contains dates$/, 'contiene fechas'],
  [/^contains dates with a time$/, 'contiene fechas con hora'],
  [/^contains times$/, 'contiene horas'],
  [/^has no value in (\d+ %) of the rows$/, 'no tiene valor en el $1 de las filas'],
  [/^is (.+) in all but (\d+) of (\d+) rows$/, 'es $1 en todas las filas salvo $2 de $3'],
  [
    /^looks like an identifier by its name: every row has another whole number$/,
    'parece un identificador, por su nombre: cada fila tiene otro número entero',
  ],
  [
    /^looks like an identifier: every row has another value$/,
    'parece un identificador: cada fila tiene otro valor',
  ],
  [
    /^looks like an identifier: (\d+) of (\d+) rows have another value$/,
    'parece un identificador: $1 de $2 filas tienen otro valor',
  ],
  [/^is free text: (\d+) different texts in (\d+) rows$/, 'es texto libre: $1 textos distintos en $2 filas'],
  [
    /^has (\d+) levels in (\d+) rows: few rows share one$/,
    'tiene $1 niveles en $2 filas: pocas filas comparten uno',
  ],
  [/^repeats the target (.+) but for scale and rounding$/, 'repite el objetivo $1, salvo escala y redondeo'],
  [
    /^repeats the target (.+): each of its values matches one of the target$/,
    'repite el objetivo $1: a cada uno de sus valores corresponde uno del objetivo',
  ],
  [/^repeats (.+) but for scale and rounding$/, 'repite $1, salvo escala y redondeo'],
  [
    /^repeats (.+): each of its values matches one of \1$/,
    'repite $1: a cada uno de sus valores corresponde uno de $1',
  ],
  [
    /^alone leaves (.+) of the wrong guesses of (.+), the next best column (.+): is it known before the target is\?$/,
    'por sí sola deja el $1 de los errores al predecir $2; la siguiente mejor columna, el $3: ¿se conoce antes que el objetivo?',
  ],
  [
    /^alone leaves (.+) of the variance of (.+), the next best column (.+): is it known before the target is\?$/,
    'por sí sola deja el $1 de la varianza de $2; la siguiente mejor columna, el $3: ¿se conoce antes que el objetivo?',
  ],
  [
    /^has a range of (.+) for each level, and these do not overlap: is it made of the target\?$/,
    'tiene un intervalo de $1 para cada nivel, y no se solapan: ¿se obtiene del objetivo?',
  ],
  [
    /^names groups of rows with one target each: (\d+) groups of (\d+) rows \((.+)\)$/,
    'nombra grupos de filas con un solo valor del objetivo cada uno: $1 grupos de $2 filas ($3)',
  ],
  [
    /^holds (.+) in (\d+) rows, .+: if it stands for a missing value, say (.+)$/,
    'contiene $1 en $2 filas, lejos de sus demás valores: si significa que falta el valor, indique $3',
  ],
  [
    /^holds (.+) in (\d+) rows, .+: if they stand for missing values, say (.+)$/,
    'contiene $1 en $2 filas, lejos de sus demás valores: si significan que falta el valor, indique $3',
  ],
  // Warnings of data.
  [
    /^the target differs where column (.+) is missing \((.+)\): why is it missing\?$/,
    'el objetivo es distinto donde falta la columna $1 ($2): ¿por qué falta?',
  ],
  [
    /^target (.+) has (\d+) whole numbers, (.+), read as classes; --task regression reads them as amounts$/,
    'el objetivo $1 tiene $2 números enteros, $3, leídos como clases; --task regression los lee como cantidades',
  ],
  [/^column (.+): read with decimal commas$/, 'columna $1: leída con comas decimales'],
  [
    /^column (.+): (\d+) infinite or NaN values count as missing$/,
    'columna $1: $2 valores infinitos o NaN cuentan como ausentes',
  ],
  [/^dates read with the day first: (.+)$/, 'fechas leídas con el día primero: $1'],
  [/^dates read with the month first: (.+)$/, 'fechas leídas con el mes primero: $1'],
  [
    /^values are missing in a column (\([^)]*\)): each score uses the rows complete in its own columns$/,
    'faltan valores en una columna $1: cada puntuación usa las filas completas en sus columnas',
  ],
  // Why a column was left out.
  [
    /^it has no significant information about the target( \(p .+\))?$/,
    'no tiene información significativa sobre el objetivo$1',
  ],
  [
    /^it adds nothing significant to the chosen columns together( \(p .+\))?$/,
    'no añade nada significativo a las columnas elegidas juntas$1',
  ],
  [
    /^its information is significant by itself, not among so many columns( \(p .+\))?$/,
    'su información es significativa por sí sola, no entre tantas columnas$1',
  ],
  [
    /^what it adds to the chosen columns together is significant by itself, not among so many columns( \(p .+\))?$/,
    'lo que añade a las columnas elegidas juntas es significativo por sí solo, no entre tantas columnas$1',
  ],
  [/^no gain beside (.+)$/, 'sin ganancia junto a $1'],
  [/^too few rows to decide beside (.+)$/, 'demasiado pocas filas para decidir junto a $1'],
  [/^it was scored at no step$/, 'no se puntuó en ningún paso'],
  [
    /^never the best; nearest at step (\d+), (\S+) behind (.+)$/,
    'nunca fue la mejor; más cerca en el paso $1, a $2 de $3',
  ],
  [/^not chosen yet when the search was interrupted$/, 'aún no elegida cuando se interrumpió la búsqueda'],
]

/** A sentence in Spanish, also of a column (`column x …`); one that is not listed stays as it is. */
export function sentenceInSpanish(sentence: string): string {
  const known = sentences.find(([pattern]) => pattern.test(sentence))
  if (known) return sentence.replace(...known)
  const apart = 'set apart before the search: it '
  if (sentence.startsWith(apart))
    return `apartada antes de la búsqueda: ${sentenceInSpanish(sentence.slice(apart.length))}`
  if (!sentence.startsWith('column ')) return sentence
  // A name may have blanks.
  for (let at = sentence.indexOf(' ', 7); at >= 0; at = sentence.indexOf(' ', at + 1)) {
    const rest = sentence.slice(at + 1)
    const found = sentences.find(([pattern]) => pattern.test(rest))
    if (found) return `columna ${sentence.slice(7, at)} ${rest.replace(...found)}`
  }
  return sentence
}

/** A warning in Spanish: where its sentence is not listed, what its code says, then the sentence. */
export function warningInSpanish({ code, message }: Pick<Warning, 'code' | 'message'>): string {
  const translated = sentenceInSpanish(message)
  return translated === message ? `${warningsInSpanish[code]} (${message})` : translated
}
