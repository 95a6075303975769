import type { Pair } from './pattern.ts'

/** What is found about columns, as a finding has it and as a warning says it behind the column's name. */
export const sentencesOfColumns: readonly Pair[] = [
  ['has no value', 'no tiene ningún valor'],
  [
    'has the same value in every row that has one',
    'tiene el mismo valor en todas las filas que tienen alguno',
  ],
  ['contains dates', 'contiene fechas'],
  ['contains dates with a time', 'contiene fechas con hora'],
  ['contains times', 'contiene horas'],
  ['has no value in {n} % of the rows', 'no tiene valor en el {1} % de las filas'],
  ['is {name} in all but {n} of {n} rows', 'es {1} en todas las filas salvo {2} de {3}'],
  [
    'looks like an identifier by its name: every row has another whole number',
    'parece un identificador, por su nombre: cada fila tiene otro número entero',
  ],
  [
    'looks like an identifier by its length: every row has another whole number of as many digits',
    'parece un identificador, por su longitud: cada fila tiene otro número entero con tantas cifras',
  ],
  [
    'looks like an identifier: every row has another value',
    'parece un identificador: cada fila tiene otro valor',
  ],
  [
    'looks like an identifier: {n} of {n} rows have another value',
    'parece un identificador: {1} de {2} filas tienen otro valor',
  ],
  ['is free text: {n} different texts in {n} rows', 'es texto libre: {1} textos distintos en {2} filas'],
  [
    'has {n} levels in {n} rows: few rows share one',
    'tiene {1} niveles en {2} filas: pocas filas comparten uno',
  ],
  ['repeats the target {name} but for scale and rounding', 'repite el objetivo {1}, salvo escala y redondeo'],
  [
    'repeats the target {name}: each of its values matches one of the target',
    'repite el objetivo {1}: a cada uno de sus valores corresponde uno del objetivo',
  ],
  ['repeats {name} but for scale and rounding', 'repite {1}, salvo escala y redondeo'],
  [
    'repeats {name}: each of its values matches one of {name}',
    'repite {1}: a cada uno de sus valores corresponde uno de {2}',
  ],
  [
    'alone leaves {name} of the wrong guesses of {name}, the next best column {name}: is it known before the target is?',
    'por sí sola deja el {1} de los errores al predecir {2}; la siguiente mejor columna, el {3}: ¿se conoce antes que el objetivo?',
  ],
  [
    'alone leaves {name} of the variance of {name}, the next best column {name}: is it known before the target is?',
    'por sí sola deja el {1} de la varianza de {2}; la siguiente mejor columna, el {3}: ¿se conoce antes que el objetivo?',
  ],
  [
    'has a range of {name} for each level, and these do not overlap: is it made of the target?',
    'tiene un intervalo de {1} para cada nivel, y no se solapan: ¿se obtiene del objetivo?',
  ],
  [
    'names groups of rows with one target each: {n} groups of {n} rows ({name})',
    'nombra grupos de filas con un solo valor del objetivo cada uno: {1} grupos de {2} filas ({3})',
  ],
  [
    'holds {name} in {n} rows, {name}: if it stands for a missing value, say {name}',
    'contiene {1} en {2} filas, lejos de sus demás valores: si significa que falta el valor, indique {4}',
  ],
  [
    'holds {name} in {n} rows, {name}: if they stand for missing values, say {name}',
    'contiene {1} en {2} filas, lejos de sus demás valores: si significan que falta el valor, indique {4}',
  ],
  ['follows the rows: {name}', 'sigue el orden de las filas: {1}'],
]
