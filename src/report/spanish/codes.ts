import type { WarningCode } from '#core'

/** What a warning of each code says, as docs/es/reading-an-answer.md has it. */
export const warningsInSpanish: Readonly<Record<WarningCode, string>> = {
  agreement: 'hasta qué punto coinciden las selecciones de un consenso (W de Kendall)',
  'by-chance': 'al menos la mitad de una puntuación se debe a los muchos niveles de la columna',
  'cell-errors':
    'celdas de una hoja muestran errores de fórmulas, como #DIV/0!, o hay fórmulas sin valor guardado: cuentan como ausentes',
  censored: 'números por debajo o por encima de un límite (<5) se leyeron como su mitad, o como el límite',
  collinear: 'hay columnas que son funciones lineales de otras, así que no se pueden distinguir',
  'column-names':
    'hay columnas que recibieron un nombre por su posición, o un número tras un nombre repetido, o que tienen nombres de filas',
  constant: 'una columna, o el objetivo, tiene un solo valor',
  'constant-folds': 'el objetivo apenas varía en las filas reservadas de algunas divisiones',
  'cut-given': 'un número de --given se corta en intervalos, dentro de los cuales aún varía',
  'date-order': 'las fechas se leyeron con el día, o el mes, primero',
  'date-texts':
    'hay textos que se leyeron como fechas: con nombres de meses, como meses, trimestres o semanas, o como horas con puntos',
  'decimal-comma': 'los números se leyeron con comas decimales',
  'dependent-rows':
    'las filas dependen unas de otras: el objetivo es constante dentro de los niveles de una columna, o el objetivo y las columnas siguen a las filas anteriores',
  disconnected:
    'un grafo de las filas tiene partes sin conexión: las columnas que las distinguen son las que mejor puntúan',
  'doubtful-numbers':
    'números con letras, signos o comas pueden ser códigos o listas, o llevan marcas, notas o varios números por celda, así que se leyeron como texto; o hay textos con números en unas pocas formas; o los números nombran algo, como los códigos de lugares que corresponden uno a uno a sus nombres; o algunos números son 100 o 1000 veces los demás, como centímetros entre metros',
  duplicate: 'dos columnas de un conjunto coinciden, lo que eleva su puntuación sin límite',
  'edge-of-path': 'se eligió la menor penalización que se probó',
  'few-rows': 'una columna, o un contraste, tiene menos filas de las que debería',
  frame:
    'la tabla no está en su archivo tal como se leyó: líneas u otra tabla encima o debajo de ella, columnas de ancho fijo, ninguna cabecera o varias líneas de cabecera, otro separador, otra codificación; o se han perdido letras',
  'heavy-target':
    'una fila tiene casi toda la suma de desviaciones al cuadrado del objetivo, así que domina R²',
  identifier: 'una columna parece numerar las filas',
  'leading-zeros':
    'números enteros con ceros a la izquierda se leyeron como códigos, o como números si son pocos y otros más cortos',
  leak: 'una columna predice el objetivo casi a la perfección, ella sola',
  lists: 'las celdas contienen varios elementos de unos pocos, o elementos raros no tienen indicador',
  'lost-digits':
    'una hoja de cálculo escribió números largos que nombran algo, como los de artículos, en la forma 4.00639E+12',
  mended: '--mends apply leyó los datos con una opción',
  'merged-spellings': 'qué niveles unió --fold-levels',
  'minus-signs': 'números entre paréntesis, o con otro signo menos, se leyeron como negativos',
  'missing-target': 'a algunas filas les falta el objetivo; dice si se usan',
  'missing-value-code':
    'un número como −999, o una fecha como 1900-01-01, probablemente significa que falta el valor',
  'missing-values': 'a qué columnas les faltan valores, y qué supone para las puntuaciones',
  'missing-words':
    'qué palabras se leyeron como ausentes además de NA y similares, y en cuántas celdas; o qué niveles pueden decir que no hay respuesta',
  missingness:
    'el objetivo es distinto donde falta la columna; o unos recuentos desde 1 no tienen ningún 0, y una celda vacía puede significar 0',
  'mixed-estimators': 'las puntuaciones de una lista vienen de estimadores distintos',
  'mixed-types':
    'algunas celdas de una columna no son números, así que se leyó como texto; palabras como none pueden significar 0 o un valor que falta; palabras como never y always pueden ser los extremos de una escala; o una columna tiene una marca como x, o nada',
  'mixed-units':
    'los números tienen unidades distintas, o algunos no tienen ninguna, así que se leyeron como texto',
  'no-alternatives': 'se interrumpió la búsqueda de alternativas',
  'no-discoveries':
    'con esta tasa de error no se puede conservar ninguna columna, sean cuales sean los datos',
  'no-evidence': 'no se pudo obtener evidencia, y por qué',
  'no-p-values': 'una puntuación no tiene valor p, o solo lo tienen algunos pares',
  'no-path': 'no se cortó nada, porque las columnas no se añadieron una a una',
  'no-series': 'ningún grupo tiene dos columnas, así que no hay series en el tiempo',
  'no-training': 'un resultado guardado no tiene distribuciones con las que comparar',
  'non-finite': 'los valores infinitos cuentan como ausentes',
  'not-converged': 'un ajuste se detuvo antes de su óptimo, y a qué distancia',
  'not-convex': 'un programa cuadrático tiene varios óptimos, o se modificó su matriz',
  'not-normal': 'hay columnas lejos de la distribución normal, en la que se apoya una tasa de error',
  'not-optimal': 'otra elección puede ser mejor, como mucho en la proporción que nombra',
  outline:
    'una columna solo tiene nombre en la primera fila de cada grupo, o hay filas que solo tienen un título',
  queries: 'varios avisos nombran una consulta',
  'ragged-rows': 'hay filas con celdas de más o de menos',
  ranges: 'una columna contiene intervalos de números, leídos como texto',
  'repeated-rows':
    'hay filas que repiten otras más a menudo de lo que explica el azar; las puntuaciones y los valores p cuentan las copias como prueba',
  ridge: 'los mínimos cuadrados no tenían solución única, así que se añadió una penalización ridge',
  rounded: 'se redondearon números enteros mayores que 2⁵³',
  'row-numbers': 'la primera columna no tiene nombre y cuenta las filas',
  sample: 'las filas de un servidor se leyeron según el hash de una clave, y el análisis es de ellas',
  sheets: 'un libro tiene más hojas con valores que la que se lee',
  'similar-levels':
    'puede que varios niveles sean uno: m y M, 1 y yes, difieren en una letra, una palabra y su plural o forma corta',
  'small-classes': 'una clase tiene menos filas que partes hay',
  spelling:
    'hay niveles que solo difieren en mayúsculas, espacios, acentos, diéresis en dos letras, guiones o un punto final',
  'spread-order': 'las desviaciones típicas por sí solas determinaron el orden',
  'spreadsheet-dates':
    'una hoja de cálculo convirtió algunos intervalos, o algunos códigos, en fechas (Jun-25 era 6-25, 2-Sep era SEPT2)',
  'target-copy': 'una columna es el objetivo en otra escala',
  'target-type':
    'un objetivo numérico de 5 a 20 números enteros se lee como clases, y no se dio la tarea; o el objetivo de los datos nuevos contiene textos, pero antes contenía números',
  'thousands-marks': 'los números se leyeron sin los separadores de millares',
  ties: 'hay muchos vecinos a la misma distancia, u otros conjuntos con la misma puntuación',
  totals: 'puede que haya niveles que suman otros, como Total, de modo que sus filas cuentan dos veces',
  'two-digit-years': 'se leyeron fechas con años de dos cifras; muestra una',
  'unchecked-law':
    'los valores p son de una distribución que quizá no se cumpla: las filas de un servidor no se leen, y las filas con pesos no se permutan',
  'unclear-marks':
    '1.234 puede ser un decimal o un millar, o hay cantidades con los dos signos decimales: el mensaje dice cómo se leyeron',
  undecided: 'Boruta no ha decidido sobre algunas columnas',
  'undecided-dates': 'las fechas pueden empezar por el día o por el mes, así que se leyeron como texto',
  units:
    'los números se leyeron sin sus unidades, o los porcentajes de una hoja como los números de sus celdas',
  unreachable: 'se perdió la conexión con un servidor durante la búsqueda: el camino termina ahí',
  'unread-dates': 'hay textos o números que parecen fechas u horas, y pueden ser otra cosa',
  'unseen-levels': 'los datos nuevos tienen niveles que la selección no conocía',
  unsuitable: 'un método deja fuera columnas que no puede leer, y por qué',
  untested: 'hay columnas, o contrastes, con demasiado pocas filas para un contraste',
  'untyped-times':
    'el tipo de fechas u horas de un archivo o una consulta no tiene todos los valores de una columna, así que siguen siendo números',
  'weighted-folds': 'una fila se reserva con todo su peso',
  weights: 'los pesos parecen los de una encuesta, pero se dieron como frecuencias',
}
