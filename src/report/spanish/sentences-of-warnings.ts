import type { Pair } from './pattern.ts'

/** Warnings of an analysis and of how data are read. Those that are missing here are said by their code. */
export const sentencesOfWarnings: readonly Pair[] = [
  [
    '{word} leaves out {name}: categorical (needs numbers)',
    '{1} deja fuera {2}: categóricas (necesita números)',
  ],
  ['{word} leaves out {name}: {text}', '{1} deja fuera {2}: {3}'],
  ['values are missing in {n} columns ({name})', 'faltan valores en {1} columnas ({2})'],
  [
    'values are missing in {n} columns ({name}): each score uses the rows complete in its own columns',
    'faltan valores en {1} columnas ({2}): cada puntuación usa las filas completas en sus columnas',
  ],
  [
    'values are missing in {n} columns ({name}): each score uses the rows complete in its own columns; {word} uses all rows',
    'faltan valores en {1} columnas ({2}): cada puntuación usa las filas completas en sus columnas; {3} usa todas las filas',
  ],
  ['values are missing in a column ({name})', 'faltan valores en una columna ({1})'],
  [
    'values are missing in a column ({name}): each score uses the rows complete in its own columns',
    'faltan valores en una columna ({1}): cada puntuación usa las filas completas en sus columnas',
  ],
  [
    'values are missing in a column ({name}): each score uses the rows complete in its own columns; {word} uses all rows',
    'faltan valores en una columna ({1}): cada puntuación usa las filas completas en sus columnas; {2} usa todas las filas',
  ],
  [
    'the target differs where column {name} is missing ({name}): why is it missing?',
    'el objetivo es distinto donde falta la columna {1} ({2}): ¿por qué falta?',
  ],
  [
    'target {name} has {n} whole numbers, {name}, read as classes; --task regression reads them as amounts',
    'el objetivo {1} tiene {2} números enteros, {3}, leídos como clases; --task regression los lee como cantidades',
  ],
  [
    'target {name} has {n} numbers, {name}, read as classes; --task regression reads them as amounts',
    'el objetivo {1} tiene {2} números, {3}, leídos como clases; --task regression los lee como cantidades',
  ],
  ['read with decimal commas', 'leída con comas decimales'],
  ['column {name}: read with decimal commas', 'columna {1}: leída con comas decimales'],
  [
    'column {name}: {n} infinite or NaN values count as missing',
    'columna {1}: {2} valores infinitos o NaN cuentan como ausentes',
  ],
  ['dates read with the day first: {name}', 'fechas leídas con el día primero: {1}'],
  ['dates read with the month first: {name}', 'fechas leídas con el mes primero: {1}'],
  ['target {name}: {text}', 'objetivo {1}: {2}'],
  ['evidence is left out: {any}', 'no hay evidencia: {1}'],
  [
    'the target is missing in {n} of {n} rows: they are left out',
    'falta el objetivo en {1} de {2} filas, que quedan fuera',
  ],
  [
    'values are missing in {n} columns ({name}): missing is a level of its own',
    'faltan valores en {1} columnas ({2}): la ausencia es un nivel más',
  ],
  [
    'rows with missing values take part: a missing value differs from another as much as one drawn from its class would be expected to',
    'las filas con valores ausentes participan: un valor ausente difiere de otro tanto como se esperaría de uno sacado de su clase',
  ],
  [
    'column {name} looks like an identifier: every row has another value (drop it if it is one)',
    'la columna {1} parece un identificador: cada fila tiene otro valor (quítela si lo es)',
  ],
  [
    'knockoffs choose no column: fewer than {n} stand out, which is the fewest that q = {n} allows (raise q, or use conditional-randomisation)',
    'knockoffs no elige ninguna columna: destacan menos de {1}, el mínimo que permite q = {2} (suba q, o use conditional-randomisation)',
  ],
  [
    '{word} assumes normal columns, so its error rate may not hold: {any}',
    '{1} supone columnas normales, así que su tasa de error puede no cumplirse: {2}',
  ],
  ['{names} <has|have> {n} different values or fewer', '{1}, con {2} valores distintos o menos'],
  ['{names} <is|are> skewed (take logarithms, or ranks)', '{1}, asimétricas (tome logaritmos, o rangos)'],
  [
    'interactions: no p-values: those of tables are of independent rows (use permutations {n}, which respect group, strata and time)',
    'interactions: sin valores p: los de las tablas son de filas independientes (use permutations {1}, que respeta group, strata y time)',
  ],
  [
    '{word}: no p-values: its null distribution is of independent rows, not by {names} (use permutations {n}, which respect it)',
    '{1}: sin valores p: su distribución nula es de filas independientes, no por {2} (use permutations {3}, que lo respeta)',
  ],
  [
    'interactions: no p-values for {n} pairs with tables of more than {n} cells',
    'interactions: sin valores p para {1} pares, cuyas tablas tienen más de {2} celdas',
  ],
  [
    '{word}: numbers and levels in one question: numbers are discretised and counted',
    '{1}: números y niveles en una misma pregunta: los números se discretizan y se cuentan',
  ],
  [
    '{word}: at least half of the score is due to chance, because of the many levels, for {parts} ({word} corrects for chance)',
    '{1}: al menos la mitad de la puntuación se debe al azar, por los muchos niveles, en {2} ({3} lo corrige)',
  ],
  [
    'levels that may say that there is no answer: {parts}; if it is a missing value say {name}',
    'niveles que pueden decir que no hay respuesta: {1}; si es un valor ausente, indique {2}',
  ],
  [
    'numbers behind the same word, read as categorical: {name}; for the numbers, with other cells missing, say {name}',
    'números tras una misma palabra, leídos como categorías: {1}; para los números, con las demás celdas ausentes, indique {2}',
  ],
  [
    'nothing can be chosen, because no set of columns has a score: {any}',
    'no se puede elegir nada, porque ningún conjunto de columnas tiene puntuación: {1}',
  ],
  [
    '{word} ranks {count} after the others, scored on fewer than half of the rows ({name}; minRows sets how few are enough)',
    '{1} pone {2} detrás de las demás, puntuadas con menos de la mitad de las filas ({3}; minRows fija cuántas bastan)',
  ],
  ['{name} with {n} levels', '{1} con {2} niveles'],
  ['{name} ({name} in {n} rows)', '{1} ({2} en {3} filas)'],
  ['alternatives are left out: interrupted', 'faltan las alternativas: se interrumpió'],
  [
    'size one-error cuts nothing: the columns were not added one by one',
    'size one-error no corta nada: las columnas no se añadieron una a una',
  ],
  [
    '{n} of {n} rows repeat earlier ones ({n} are distinct): {name} (remove the repeats if they are no observations of their own)',
    '{1} de {2} filas repiten otras anteriores ({3} son distintas): cuentan como observaciones (quite las repetidas si no lo son)',
  ],
  [
    'the given column {name} is cut into {n} bins, within which it still varies: what follows it closely keeps information beside it (p by permutation takes that into account)',
    'la columna dada {1} se corta en {2} intervalos, dentro de los cuales aún varía: lo que la sigue de cerca conserva información junto a ella (p por permutación lo tiene en cuenta)',
  ],
  ["consensus: {name} agree by Kendall's W {n}", 'consensus: {1} coinciden según W de Kendall {2}'],
  [
    'the least penalty of the path was chosen: a lower one may have a lower BIC (lower least)',
    'se eligió la menor penalización del camino: una más baja puede tener menor BIC (baje least)',
  ],
  [
    'the least penalty of the path was chosen: a lower one may predict better (lower least)',
    'se eligió la menor penalización del camino: una más baja puede predecir mejor (baje least)',
  ],
  [
    'a path uses only the rows complete in all columns: {n} (--missing median fills them, --missing level makes a level of them)',
    'un camino usa solo las filas completas en todas las columnas: {1} (--missing median las rellena, --missing level hace un nivel de las que faltan)',
  ],
  [
    'the fit did not converge: a slope of {n} of a row is left (raise ridge)',
    'el ajuste no convergió: queda una pendiente de {1} de una fila (suba ridge)',
  ],
  [
    'the graph of the {n} rows has {n} unconnected parts, so columns that tell these apart score best, whatever else they tell ({name})',
    'el grafo de las {1} filas tiene {2} partes sin conexión, así que las columnas que las distinguen son las que mejor puntúan, digan lo que digan ({3})',
  ],
  [
    'vif: {n} columns are exact linear functions of one another: {names}',
    'vif: {1} columnas son funciones lineales exactas unas de otras: {2}',
  ],
  [
    '{word} uses the rows that are complete in all columns: {n} of {n} with a target',
    '{1} usa las filas completas en todas las columnas: {2} de {3} con objetivo',
  ],
]
