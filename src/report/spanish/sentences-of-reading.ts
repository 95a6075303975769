import type { Pair } from './pattern.ts'

/** Warnings of how cells are read that stand often; others are said by their code. */
export const sentencesOfReading: readonly Pair[] = [
  [
    'columns without a name are named by their position: {name}',
    'las columnas sin nombre lo tienen por su lugar: {1}',
  ],
  ['texts read as dates or times: {name}', 'textos leídos como fechas u horas: {1}'],
  ['numbers with a unit, read without it: {name}', 'números con una unidad, leídos sin ella: {1}'],
  [
    'numbers in several units of a kind, converted: {name}',
    'números en varias unidades del mismo tipo, convertidos: {1}',
  ],
  [
    'numbers of which some have no unit, read in that of the name: {name}',
    'números de los que algunos no tienen unidad, leídos en la del nombre: {1}',
  ],
  [
    'numbers with thousands separators, read without them: {name}',
    'números con separadores de miles, leídos sin ellos: {1}',
  ],
  [
    'numbers in thousands, millions or the like, multiplied: {name}',
    'números en miles, millones o parecido, multiplicados: {1}',
  ],
  [
    'numbers in brackets, or with another minus, read as negative: {name}',
    'números entre paréntesis, o con otro signo menos, leídos como negativos: {1}',
  ],
  [
    'numbers below a limit, read as half of it, or above one, read as the limit: {name}; for all limits as they stand say {name}',
    'números por debajo de un límite, leídos como su mitad, o por encima, leídos como el límite: {1}; para todos los límites tal como están, {2}',
  ],
  [
    'numbers above a limit, read as the limit: {name}',
    'números por encima de un límite, leídos como el límite: {1}',
  ],
  [
    'whole numbers that start with 0 are codes, read as categorical: {name}; type a column numeric for numbers',
    'los números enteros que empiezan por 0 son códigos, leídos como categóricos: {1}; para números dé a la columna el tipo numeric',
  ],
  [
    'numbers with letters or signs that may be codes, read as categorical: {name}; for numbers say {name}',
    'números con letras o signos que pueden ser códigos, leídos como categóricos: {1}; para números, {2}',
  ],
  [
    'ranges of numbers, read as categorical: {name}; for the middle of each say {name}',
    'intervalos de números, leídos como categóricos: {1}; para el centro de cada uno, {2}',
  ],
  [
    'columns that look like dates or times, read as categorical: {name}; to read them so: {name}',
    'columnas que parecen fechas u horas, leídas como categóricas: {1}; para leerlas así: {2}',
  ],
  [
    'cells that are lists: {name}; {name} makes an indicator of each item',
    'celdas que son listas: {1}; {2} hace un indicador de cada elemento',
  ],
  [
    'levels that differ only in spelling: {name}; {name} merges each into its most frequent spelling',
    'niveles que solo difieren en cómo se escriben: {1}; {2} los une bajo la forma más frecuente',
  ],
  [
    '{n} rows may sum up those <above|below> them: {name}; leave them out by {name}',
    '{1} filas pueden sumar las que tienen al lado: {2}; déjelas fuera con {3}',
  ],
  [
    'column {name}: {n} of {n} cells are not numbers ({name}), so it is read as categorical',
    'columna {1}: {2} de {3} celdas no son números ({4}), así que se lee como categórica',
  ],
  [
    'column {name}: {n} of {n} cells are not numbers ({name}), so it is read as categorical; for the numbers, with other cells missing, say {name}',
    'columna {1}: {2} de {3} celdas no son números ({4}), así que se lee como categórica; para los números, con las demás celdas ausentes, {5}',
  ],
  [
    'column {name}: {n} of {n} cells are not numbers ({name}), so it is read as categorical; for numbers and the middle of each range say {name}',
    'columna {1}: {2} de {3} celdas no son números ({4}), así que se lee como categórica; para los números y el centro de cada intervalo, {5}',
  ],
  [
    'column {name}: {n} of {n} cells are not numbers ({name}), so it is read as categorical; if {name} <mean|means> a missing value: {name}',
    'columna {1}: {2} de {3} celdas no son números ({4}), así que se lee como categórica; si {5} significa un valor ausente: {6}',
  ],
  [
    'column {name}: {n} of {n} cells are not dates or times ({name}), so it is read as categorical',
    'columna {1}: {2} de {3} celdas no son fechas ni horas ({4}), así que se lee como categórica',
  ],
  [
    'column {name}: {n} of {n} cells are not dates or times ({name}), so it is read as categorical; correct them, or to leave them out as missing: {name}',
    'columna {1}: {2} de {3} celdas no son fechas ni horas ({4}), así que se lee como categórica; corríjalas, o para dejarlas como ausentes: {5}',
  ],
  [
    'a mark or nothing in each cell: {name}; if nothing means no say {name}',
    'una marca o nada en cada celda: {1}; si nada significa no, diga {2}',
  ],
  [
    'numbers with another decimal mark than the one given, read as categorical: {name}; for numbers say {name}',
    'números con otro signo decimal que el indicado, leídos como categóricos: {1}; para números diga {2}',
  ],
  [
    'numbers that may be in two units: {name}; bring them to one by {name}',
    'números que pueden estar en dos unidades: {1}; páselos a una con {2}',
  ],
  [
    'counts without a 0 whose empty cells may mean 0: {name}; if they do, say {name}',
    'recuentos sin ningún 0 cuyas celdas vacías pueden significar 0: {1}; si es así, indique {2}',
  ],
  [
    'numbers that look like dates or times by the name of the column, read as numbers: {name}; to read them so: {name}',
    'números que parecen fechas u horas por el nombre de la columna, leídos como números: {1}; para leerlos así: {2}',
  ],
  [
    'numbers that look like dates, read as numbers: {name}; to read them so: {name}',
    'números que parecen fechas, leídos como números: {1}; para leerlos así: {2}',
  ],
  [
    'numbers that may be codes: {name}; for levels say {name}',
    'números que pueden ser códigos: {1}; para niveles diga {2}',
  ],
  [
    '{n} mends are queries, and --sql takes one; all of them together: {name}',
    '{1} arreglos son consultas, y --sql admite una; todos juntos: {2}',
  ],
  [
    '{n} lines stand above the header ({name}); {name} mends it',
    'hay {1} líneas encima de la cabecera ({2}); {3} lo arregla',
  ],
  [
    'a line stands above the header ({name}); {name} mends it',
    'hay una línea encima de la cabecera ({1}); {2} lo arregla',
  ],
  [
    'a line below the header explains the names ({name}); {name} mends it',
    'una línea debajo de la cabecera explica los nombres ({1}); {2} lo arregla',
  ],
  [
    '{n} rows at the end may sum up others[ ({name})]; {name} mends it',
    '{1} filas del final pueden sumar otras[ ({2})]; {3} lo arregla',
  ],
  [
    'a row at the end may sum up others[ ({name})]; {name} mends it',
    'una fila del final puede sumar otras[ ({1})]; {2} lo arregla',
  ],
  [
    '{n} rows below the table may be notes; {name} mends it',
    '{1} filas debajo de la tabla pueden ser notas; {2} lo arregla',
  ],
  [
    'a row below the table may be notes; {name} mends it',
    'una fila debajo de la tabla puede ser una nota; {1} lo arregla',
  ],
  [
    '{n} rows have no value in any column; {name} mends it',
    '{1} filas no tienen ningún valor; {2} lo arregla',
  ],
  ['a row has no value in any column; {name} mends it', 'una fila no tiene ningún valor; {1} lo arregla'],
]
