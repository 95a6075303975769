import type { Pair } from './pattern.ts'

/** Headings and paragraphs of a selection: its evidence, its search, the sets it met, and what could stand in. */
export const sentencesOfSelections: readonly Pair[] = [
  // Evidence.
  ['How well the chosen columns predict', 'Capacidad predictiva de las columnas elegidas'],
  [
    'the measure is {any} of {word} on held-out rows, {parts}',
    'la medida es {1} de {2} en filas reservadas, {3}',
  ],
  [
    'for each the whole selection ran without its rows',
    'para cada división se repitió toda la selección sin sus filas',
  ],
  ['{n} folds[, {parts}]', '{1} partes[, {2}]'],
  ['{n} % of the rows[, {parts}]', '{1} % de las filas[, {2}]'],
  ['each later in {name} than its training rows', 'cada una posterior en {1} a sus filas de entrenamiento'],
  ['rows of one {name} together', 'con las filas de un mismo valor de {1} juntas'],
  ['repeated {n} times', 'repetidas {1} veces'],
  ['{n} times', '{1} veces'],
  [
    'the selection ran {n} times, each time without the held-out rows of one split',
    'la selección se hizo {1} veces, cada vez sin las filas reservadas de una división',
  ],
  [
    'the selection ran {n} times, each time without the held-out rows of one split, and chose no column',
    'la selección se hizo {1} veces, cada vez sin las filas reservadas de una división, y no eligió ninguna columna',
  ],
  [
    'two splits have a share of {n} of their columns in common (mean Jaccard similarity)',
    'dos divisiones tienen en común una proporción de {1} de sus columnas (similitud de Jaccard media)',
  ],
  [
    "Nogueira's Φ is {n} (95 % interval {n} to {n}; 0 for sets drawn at random, 1 for equal sets)",
    'La Φ de Nogueira es {1} (intervalo del 95 % de {2} a {3}; 0 para conjuntos al azar, 1 para conjuntos iguales)',
  ],
  [
    "Nogueira's Φ is {n} (no interval; 0 for sets drawn at random, 1 for equal sets)",
    'La Φ de Nogueira es {1} (sin intervalo; 0 para conjuntos al azar, 1 para conjuntos iguales)',
  ],
  ["Kuncheva's consistency is {n}", 'la consistencia de Kuncheva es {1}'],
  ['How often each column was chosen', 'Cuántas veces se eligió cada columna'],
  // The search.
  ['How the columns were chosen', 'Cómo se eligieron las columnas'],
  [
    'the search took {count} and evaluated {n} scores or sets; it stopped: {any}',
    'la búsqueda dio {1} y evaluó {2} puntuaciones o conjuntos; terminó así: {3}',
  ],
  [
    'the last {count} ({names}) <was|were> cut, because fewer are within one standard error of the best on held-out rows',
    '{1#se cortó la última|se cortaron las últimas} {1} ({2}), porque con menos se está a menos de un error estándar de la mejor en filas reservadas',
  ],
  [
    'a score is relevance − redundancy + synergy: what the column tells of the target by itself, less what the columns chosen before tell too, and what appears only together with them',
    'una puntuación es relevancia − redundancia + sinergia: lo que la columna dice del objetivo por sí sola, menos lo que ya dicen las columnas elegidas antes, más lo que solo aparece junto con ellas',
  ],
  [
    'where several columns score the same, the first in the order of the data was chosen',
    'donde varias columnas puntúan igual, se eligió la primera en el orden de los datos',
  ],
  ['The steps of the search', 'Los pasos de la búsqueda'],
  [
    'p: the column given all others, whatever the target',
    'p: de la columna dadas todas las demás, sea cual sea el objetivo',
  ],
  [
    'p: so many hits of a fair coin, times the number of columns (Bonferroni)',
    'p: de tantos aciertos de una moneda equilibrada, multiplicada por el número de columnas (Bonferroni)',
  ],
  [
    'p: of each column alone, by as many permutations of the target as the cut needs (the smallest from a fitted Gamma distribution)',
    'p: de cada columna sola, con tantas permutaciones del objetivo como necesita el corte (los menores, de una distribución Gamma ajustada)',
  ],
  ['p: of each column alone', 'p: de cada columna sola'],
  [
    "p: Fisher's z test of the partial correlation, for independence from the target, {text}, not corrected for the number of columns tested",
    'p: contraste z de Fisher de la correlación parcial, de independencia del objetivo, {1}, sin corregir por el número de columnas contrastadas',
  ],
  [
    'p: local permutations of information by neighbours, a test of independence from the target, {text}, not corrected for the number of columns tested',
    'p: permutaciones locales de la información por vecinos, un contraste de independencia del objetivo, {1}, sin corregir por el número de columnas contrastadas',
  ],
  [
    'p: G² test of independence from the target, {text}, not corrected for the number of columns tested',
    'p: contraste G² de independencia del objetivo, {1}, sin corregir por el número de columnas contrastadas',
  ],
  ['given the columns chosen then', 'dadas las columnas elegidas hasta entonces'],
  [
    'given those chosen columns that leave it the least significant',
    'dadas las columnas elegidas que la dejan menos significativa',
  ],
  ['by itself', 'por sí sola'],
  [
    'p: partial F test of the column, not corrected for the number of columns tried',
    'p: contraste F parcial de la columna, sin corregir por el número de columnas probadas',
  ],
  [
    'p: how often, when the target is permuted within the levels of all columns chosen, the best candidate gains as much',
    'p: cuántas veces la mejor candidata gana otro tanto al permutar el objetivo dentro de los niveles de todas las columnas elegidas',
  ],
  [
    'p: test of the gain, given all columns chosen before[ ({parts})]',
    'p: contraste de la ganancia, dadas todas las columnas elegidas antes[ ({1})]',
  ],
  [
    'p: test of the gain, by itself, or given a chosen column that is related to it[ ({parts})]',
    'p: contraste de la ganancia, por sí sola o dada una columna elegida que está relacionada con ella[ ({1})]',
  ],
  ['from the χ² distribution', 'de la distribución χ²'],
  ['counted', 'contada'],
  ['from a fitted Gamma distribution', 'de una distribución Gamma ajustada'],
  ['by splitting', 'por división en niveles'],
  ['from ranks', 'de los rangos'],
  ['The path of penalties', 'El camino de penalizaciones'],
  [
    'penalty {n} chosen by {word}, the path has {n} to {n}',
    'penalización {1}, elegida por {2}; el camino va de {3} a {4}',
  ],
  ['{any} of held-out rows {n} ± {n}', '{1} en filas reservadas: {2} ± {3}'],
  ['{any} of held-out rows {n} ± {n} bits', '{1} en filas reservadas: {2} ± {3} bits'],
  [
    '{any} of held-out rows {n} ± {n} in variances of the targets',
    '{1} en filas reservadas: {2} ± {3} en varianzas de los objetivos',
  ],
  ['least {n} at penalty {n}', 'el menor es {1}, con penalización {2}'],
  ['each fit is a local minimum', 'cada ajuste es un mínimo local'],
  // Sets and sizes.
  ['The sets of columns', 'Los conjuntos de columnas'],
  [
    '{text}: this is the front of the sets it had evaluated',
    '{1}: este es el frente de los conjuntos que había evaluado',
  ],
  [
    '{text}: these are sets that it had evaluated, and others may be better',
    '{1}: estos son conjuntos que había evaluado, y otros pueden ser mejores',
  ],
  [
    'of all sets {n} are in the Pareto front: no other set has more information and no more noise; by α·information − β·noise the best is that of {count}',
    'de todos los conjuntos, {1} están en el frente de Pareto: ningún otro tiene más información sin más ruido; según α·información − β·ruido el mejor es el de {2}',
  ],
  [
    'of all sets {n} are in the Pareto front: no other set has more information and no more noise; by information + 1/(noise + β) the best is that of {count}',
    'de todos los conjuntos, {1} están en el frente de Pareto: ningún otro tiene más información sin más ruido; según información + 1/(ruido + β) el mejor es el de {2}',
  ],
  ['The Pareto front of information and noise', 'El frente de Pareto de información y ruido'],
  ['The Pareto front', 'El frente de Pareto'],
  ['The best set of each size', 'El mejor conjunto de cada tamaño'],
  ['The best sets', 'Los mejores conjuntos'],
  ['Quality against size', 'Calidad según el tamaño'],
  [
    'Quality against size: the scores that chose the size',
    'Calidad según el tamaño: las puntuaciones que eligieron el tamaño',
  ],
  [
    'these scores chose the size, so that of the size kept is optimistic',
    'estas puntuaciones eligieron el tamaño, así que la del tamaño elegido es optimista',
  ],
  [
    'each split has a path of its own, found without its rows',
    'cada división tiene su propio camino, hallado sin sus filas',
  ],
  [
    'the best mean is that of {count}; the fewest within one standard error ({n}) of it are {n}, and the curve bends at {n}',
    'la mejor media es la de {1}; el menor número de columnas a menos de un error estándar ({2}) de ella es {3}, y la curva se dobla en {4}',
  ],
  // Alternatives.
  ['Alternatives', 'Alternativas'],
  ['for {name}: {any}', 'para {1}: {2}'],
  ['no other column can stand in for a chosen one', 'ninguna otra columna puede sustituir a una elegida'],
  ['these columns can stand in for a chosen one', 'estas columnas pueden sustituir a una elegida'],
  [
    'lost is what the chosen column tells of the target beside its stand-in, in bits, and p that this is nothing',
    '«Pierde» es lo que la columna elegida dice del objetivo junto a su sustituta, en bits, y p, la probabilidad de que no sea nada',
  ],
  ['{count} had too few rows for a test', '{1} {1#tenía|tenían} demasiado pocas filas para un contraste'],
  [
    '{count} of {n} tried <is|are> within one standard error of the selected columns, or better ({n}[ ± {n}]) on the same held-out rows',
    'de {2} conjuntos probados, {1} {1#está|están} a menos de un error estándar de las columnas seleccionadas, o por encima ({3}[ ± {4}]), en las mismas filas reservadas',
  ],
  ['Columns that can stand in for a chosen one', 'Columnas que pueden sustituir a una elegida'],
  [
    'Sets within one standard error of the selected columns',
    'Conjuntos a menos de un error estándar de las columnas seleccionadas',
  ],
]
