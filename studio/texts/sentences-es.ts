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
]

export function sentenceInSpanish(sentence: string): string {
  const known = sentences.find(([pattern]) => pattern.test(sentence))
  return known ? sentence.replace(...known) : sentence
}
