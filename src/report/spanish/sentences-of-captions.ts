import type { Pair } from './pattern.ts'

/** Titles and captions of figures, and captions of tables. */
export const sentencesOfCaptions: readonly Pair[] = [
  ['higher is better', 'más es mejor'],
  ['lower is better', 'menos es mejor'],
  ['less is better', 'menos es mejor'],
  ['{count}, <higher is better|more is better>', '{1}, más es mejor'],
  ['{count}, <lower is better|less is better>', '{1}, menos es mejor'],
  ['{count}', '{1}'],
  // A comparison.
  [
    "Nogueira's Φ of the sets chosen in the splits: 0 for sets drawn at random, 1 for equal sets",
    'Φ de Nogueira de los conjuntos elegidos en las divisiones: 0 para conjuntos al azar, 1 para conjuntos iguales',
  ],
  ['95 % intervals', 'intervalos del 95 %'],
  [
    'seconds of the selection from all rows on this machine',
    'segundos de la selección con todas las filas en esta máquina',
  ],
  [
    'the share of their columns that two methods chose both, |A ∩ B| / |A ∪ B|, from all rows',
    'la proporción de sus columnas que eligieron ambos métodos, |A ∩ B| / |A ∪ B|, con todas las filas',
  ],
  ['held-out score, {parts}', 'puntuación en filas reservadas, {1}'],
  ['each method selects without them', 'cada método selecciona sin ellas'],
  [
    '95 % intervals of each mean, with a variance for overlapping training rows',
    'intervalos del 95 % de cada media, con una varianza para filas de entrenamiento que se solapan',
  ],
  [
    'methods are compared by their differences, which vary less',
    'los métodos se comparan por sus diferencias, que varían menos',
  ],
  ['{any} against the number of columns', '{1} según el número de columnas'],
  ['{any} by the number of columns', '{1} según el número de columnas'],
  [
    'the first columns of the path of each method that adds columns one by one',
    'las primeras columnas del camino de cada método que añade columnas una a una',
  ],
  ['the mean over the splits', 'la media de las divisiones'],
  // A description and distributions.
  ['Distribution of the columns', 'Distribución de las columnas'],
  ['Distribution of the columns by {name}', 'Distribución de las columnas según {1}'],
  ['Distribution of {names}', 'Distribución de {1}'],
  ['rows of each class', 'filas de cada clase'],
  ['weights of the rows of each class', 'pesos de las filas de cada clase'],
  ['Distribution of {name} by level', 'Distribución de {1} según el nivel'],
  ['rows that have a value', 'filas que tienen un valor'],
  ['rows that have a value, by the classes of {name}', 'filas que tienen un valor, según las clases de {1}'],
  [
    'rows that have a value, by the levels of each categorical column',
    'filas que tienen un valor, según los niveles de cada columna categórica',
  ],
  ['weights of the rows that have a value', 'pesos de las filas que tienen un valor'],
  [
    'weights of the rows that have a value, by the classes of {name}',
    'pesos de las filas que tienen un valor, según las clases de {1}',
  ],
  [
    'weights of the rows that have a value, by the levels of each categorical column',
    'pesos de las filas que tienen un valor, según los niveles de cada columna categórica',
  ],
  ['each bin includes its upper end', 'cada intervalo incluye su extremo superior'],
  ['the {n} first of {n} columns', 'las {1} primeras de {2} columnas'],
  ['logarithmic axis of {names}', 'eje logarítmico de {1}'],
  ['The columns against {name}', 'Las columnas frente a {1}'],
  ['{n} of {n} rows, drawn at random (seed {n})', '{1} de {2} filas, sacadas al azar (semilla {3})'],
  ['those without a value are left out', 'sin las que no tienen valor'],
  ['no row drawn has values of {names}', 'ninguna fila sacada tiene valores de {1}'],
  ['rows without a value, of {n}', 'filas sin valor, de {1}'],
  ['{count} with missing values', '{1} con valores ausentes'],
  // Evidence and sizes.
  [
    'with all columns, with those selected without the held-out rows, and with none',
    'con todas las columnas, con las seleccionadas sin las filas reservadas y con ninguna',
  ],
  [
    'the lines at the means are ± one standard deviation',
    'las líneas de las medias son ± una desviación típica',
  ],
  ['in how many of {count} a column was chosen', 'en cuántas de {1} se eligió cada columna'],
  [
    '{count} that <was|were> chosen at least once or from all rows, the latter in colour',
    '{1} que se {1#eligió|eligieron} alguna vez o con todas las filas, estas últimas en color',
  ],
  [
    'held-out {any} of {word} with the first columns of the path, ± one standard deviation over the splits',
    '{1} de {2} en filas reservadas con las primeras columnas del camino, ± una desviación típica de las divisiones',
  ],
  ['with {text} and with none for comparison', 'para comparar, con {1} y con ninguna'],
  // The search.
  ['What each column gained', 'Lo que ganó cada columna'],
  [
    'the score of each step of {name} and its parts, redundancy below 0',
    'la puntuación de cada paso de {1} y sus partes, la redundancia por debajo de 0',
  ],
  ['the score of each step of {name}', 'la puntuación de cada paso de {1}'],
  ['the first {n} of {count}', 'los {1} primeros de {2}'],
  ['Coefficients along the path of penalties', 'Coeficientes a lo largo del camino de penalizaciones'],
  [
    'the coefficient of each column as the penalty falls, in units of the data',
    'el coeficiente de cada columna al bajar la penalización, en unidades de los datos',
  ],
  [
    'the coefficient of each column for the target {name} as the penalty falls, in units of the data',
    'el coeficiente de cada columna para el objetivo {1} al bajar la penalización, en unidades de los datos',
  ],
  ['figures of the first {n} of {count}', 'figuras de los {1} primeros de {2}'],
  ['{count}, those that enter first', '{1}, los que entran primero'],
  ['Error of held-out rows along the path', 'Error en filas reservadas a lo largo del camino'],
  ['the mean over the folds, ± its standard error', 'la media de las partes, ± su error estándar'],
  // Sets.
  ['Information and noise of the sets', 'Información y ruido de los conjuntos'],
  [
    'the {n} sets of the Pareto front; the others are too many to draw',
    'los {1} conjuntos del frente de Pareto; los demás son demasiados para dibujarlos',
  ],
  ['the best has the greatest α·information − β·noise', 'el mejor tiene el mayor α·información − β·ruido'],
  [
    'the {count} that no other set beats by both criteria',
    '{1} que ningún otro supera según los dos criterios',
  ],
  ['the chosen one is the best by {name}', 'el elegido es el mejor según {1}'],
  ['the best score by {word} of {count}', 'la mejor puntuación según {1} de {2}'],
  // Scores, pairs and groups.
  ['Scores of the columns by {name}', 'Puntuaciones de las columnas según {1}'],
  ['infinite scores are in the table only', 'las puntuaciones infinitas solo están en la tabla'],
  ['the chosen ones in colour', 'las elegidas, en color'],
  [
    '95 % intervals by the jackknife over {n} groups of rows',
    'intervalos del 95 % por el jackknife con {1} grupos de filas',
  ],
  ['close to an end of the scale they are rough', 'cerca de un extremo de la escala son aproximados'],
  [
    'the share of their information that two columns have in common (symmetrical uncertainty): 0 for none, 1 for the same information',
    'la proporción de su información que dos columnas tienen en común (incertidumbre simétrica): 0 si ninguna, 1 si la misma',
  ],
  [
    'the absolute correlation of two columns, |ρ|: 0 for none, 1 for the same information',
    'la correlación absoluta de dos columnas, |ρ|: 0 si ninguna, 1 si dicen lo mismo',
  ],
  [
    'the information that two columns share, of all they have together: 0 for none, 1 for the same information',
    'la información que dos columnas comparten, de toda la que tienen juntas: 0 si ninguna, 1 si la misma',
  ],
  [
    '{count}, in the order of their tree, whose heights are 1 − similarity',
    '{1}, en el orden de su árbol, cuyas alturas son 1 − similitud',
  ],
  ['Synergy and redundancy of pairs about {name}', 'Sinergia y redundancia de los pares sobre {1}'],
  [
    'an edge is I(a,b;Y) − I(a;Y) − I(b;Y) in {any}: above 0 two columns tell more together than apart, below 0 they repeat each other',
    'una arista es I(a,b;Y) − I(a;Y) − I(b;Y) en {1}: por encima de 0, dos columnas dicen más juntas que por separado; por debajo de 0, se repiten',
  ],
  ['a node is the information of the column alone', 'un nodo es la información de la columna sola'],
  [
    '{count} and {count}, the strongest above and below 0',
    '{1} y {2}, los más fuertes por encima y por debajo de 0',
  ],
  [
    '{count}, the strongest of each sign: above 0 two columns tell more together than apart, below 0 they repeat each other',
    '{1}, los más fuertes de cada signo: por encima de 0, dos columnas dicen más juntas que por separado; por debajo de 0, se repiten',
  ],
  [
    'the {count} with two columns or more, by their representatives',
    '{1} con dos columnas o más, por sus representantes',
  ],
  ['1 is the same group in every half', '1 es el mismo grupo en todas las mitades'],
]
