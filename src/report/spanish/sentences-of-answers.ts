import type { Pair } from './pattern.ts'

/** Titles, questions and answers of reports. */
export const sentencesOfAnswers: readonly Pair[] = [
  ['Selection of columns[: {name}]', 'Selección de columnas[: {1}]'],
  ['Ranking of columns[: {name}]', 'Orden de las columnas[: {1}]'],
  ['Description of columns[: {name}]', 'Descripción de las columnas[: {1}]'],
  ['Comparison of methods[: {name}]', 'Comparación de métodos[: {1}]'],
  ['Groups of columns[: {name}]', 'Grupos de columnas[: {1}]'],
  ['Interactions of columns[: {name}]', 'Interacciones de las columnas[: {1}]'],
  // The data in a line; the name of a target may have any of these words in it.
  ['classification', 'clasificación'],
  ['regression', 'regresión'],
  ['survival', 'supervivencia'],
  ['of a query', 'de una consulta'],
  ['weights {name}', 'pesos {1}'],
  ['sampling weights {name}', 'pesos muestrales {1}'],
  ['{count}, {count}, {text}', '{1}, {2}, {3}'],
  ['no target[ given {names}]', 'sin objetivo[, dadas {1}]'],
  ['no target[ given {name}], {parts}', 'sin objetivo[, dadas {1}], {2}'],
  ['target {column} ({text})[, {parts}]', 'objetivo {1} ({2})[, {3}]'],
  [
    'target {column} until {name} = {name} ({count}) ({text})[, {parts}]',
    'objetivo {1} hasta {2} = {3} ({4}) ({5})[, {6}]',
  ],
  [
    'target {column} until {name} = {name} ({count}) given {name} ({text})[, {parts}]',
    'objetivo {1} hasta {2} = {3} ({4}), dadas {5} ({6})[, {7}]',
  ],
  ['target {column} given {name} ({text})[, {parts}]', 'objetivo {1}, dadas {2} ({3})[, {4}]'],
  ['target {column} within {name} ({text})[, {parts}]', 'objetivo {1} dentro de {2} ({3})[, {4}]'],
  ['target {name} ({text})[, {parts}]', 'objetivo {1} ({2})[, {3}]'],
  // What was asked.
  ['does the only column of {data} inform about {subject}?', '¿informa la única columna de {1} sobre {2}?'],
  ['which of {count} of {data} are to keep?', '¿cuáles de las {1} de {2} hay que conservar?'],
  ['does the only column of {data} stay?', '¿se conserva la única columna de {1}?'],
  [
    'which of {count} of {data} inform about {subject}, by {names}?',
    '¿cuáles de las {1} de {2} informan sobre {3}, según {4}?',
  ],
  ['which of {count} of {data} inform about {subject}?', '¿cuáles de las {1} de {2} informan sobre {3}?'],
  ['how do the {count} of {data} rank by {names}?', '¿cómo se ordenan las {1} de {2} según {3}?'],
  ['what is in the {count} of {data}?', '¿qué hay en las {1} de {2}?'],
  ['which of {count} of {data} carry the same information?', '¿cuáles de las {1} de {2} dicen lo mismo?'],
  [
    'which pairs of {count} of {data} tell more about {subject} together than apart, and which repeat each other?',
    '¿qué pares de las {1} de {2} dicen más sobre {3} juntas que por separado, y cuáles se repiten?',
  ],
  [
    'which method chooses best among {count} of {data} for {subject}: {names}?',
    '¿qué método elige mejor entre las {1} de {2} para {3}: {4}?',
  ],
  [
    'which method chooses best among the only column of {data} for {subject}: {names}?',
    '¿qué método elige mejor, con la única columna de {1}, para {2}: {3}?',
  ],
  // A selection.
  ['{n} of the {count} <was|were> kept: {names}', 'se {1#conservó|conservaron} {1} de las {2}: {3}'],
  [
    '{n} of the {count} <was|were> kept to predict {name}: {names}',
    'se {1#conservó|conservaron} {1} de las {2} para predecir {3}: {4}',
  ],
  ['all {count} were kept[ to predict {name}]: {names}', 'se conservaron las {1}[ para predecir {2}]: {3}'],
  [
    'the only column was kept[ to predict {name}]: {names}',
    'se conservó la única columna[ para predecir {1}]: {2}',
  ],
  [
    'none of the {count} was kept[ to predict {name}]: {word} keeps none',
    'no se conservó ninguna de las {1}[ para predecir {2}]: {3} no conserva ninguna',
  ],
  [
    'none of the {count} was kept[ to predict {name}]: {word} stopped with: {any}',
    'no se conservó ninguna de las {1}[ para predecir {2}]: {3} terminó así: {4}',
  ],
  [
    'one of the {count} passed the search[ to predict {name}] ({names}), but they are not shown to predict held-out rows better than no columns do: none is recommended',
    'una de las {1} pasó la búsqueda[ para predecir {2}] ({3}), pero no se ha mostrado que prediga filas reservadas mejor que ninguna: no se recomienda ninguna',
  ],
  [
    '{n} of the {count} passed the search[ to predict {name}] ({names}), but they are not shown to predict held-out rows better than no columns do: none is recommended',
    '{1} de las {2} pasaron la búsqueda[ para predecir {3}] ({4}), pero no se ha mostrado que predigan filas reservadas mejor que ninguna: no se recomienda ninguna',
  ],
  [
    'one of the {count} passed the search[ to predict {name}] ({names}), but they are not shown to predict held-out rows better than {name} alone: none is recommended',
    'una de las {1} pasó la búsqueda[ para predecir {2}] ({3}), pero no se ha mostrado que con ella se predigan filas reservadas mejor que solo con {4}: no se recomienda ninguna',
  ],
  [
    '{n} of the {count} passed the search[ to predict {name}] ({names}), but they are not shown to predict held-out rows better than {name} alone: none is recommended',
    '{1} de las {2} pasaron la búsqueda[ para predecir {3}] ({4}), pero no se ha mostrado que con ellas se predigan filas reservadas mejor que solo con {5}: no se recomienda ninguna',
  ],
  [
    'the search was interrupted before any column was chosen',
    'la búsqueda se interrumpió antes de elegir ninguna columna',
  ],
  [
    'the search lost its server before any column was chosen',
    'la búsqueda perdió su servidor antes de elegir ninguna columna',
  ],
  [
    'the search was interrupted: this is its best result so far',
    'la búsqueda se interrumpió: este es su mejor resultado hasta entonces',
  ],
  [
    'the search lost its server: this is its best result so far',
    'la búsqueda perdió su servidor: este es su mejor resultado hasta entonces',
  ],
  [
    'the search ended early, because {any}: this is its best result so far',
    'la búsqueda terminó antes de tiempo ({1}): este es su mejor resultado hasta entonces',
  ],
  [
    'on held-out rows {word} has {any} {n} with columns chosen this way, {n} with {text} and {n} with none',
    'en filas reservadas, {1} tiene {2} {3} con columnas elegidas así, {4} con {5} y {6} con ninguna',
  ],
  // The verdict.
  [
    'the selected columns are as good as {text} ({n}, 95% interval {n} to {n})',
    'las columnas seleccionadas son tan buenas como {1} ({2}, intervalo del 95 % de {3} a {4})',
  ],
  [
    'the selected columns are better than {text} by {n} ({n}, 95% interval {n} to {n})',
    'las columnas seleccionadas son mejores que {1} en {2} ({3}, intervalo del 95 % de {4} a {5})',
  ],
  [
    'the selected columns are worse than {text} by {n} ({n}, 95% interval {n} to {n})',
    'las columnas seleccionadas son peores que {1} en {2} ({3}, intervalo del 95 % de {4} a {5})',
  ],
  [
    'there are too few rows to say whether the selected columns are as good as {text} ({n}, 95% interval {n} to {n})',
    'hay demasiado pocas filas para decir si las columnas seleccionadas son tan buenas como {1} ({2}, intervalo del 95 % de {3} a {4})',
  ],
  [
    'these rows do not show that the selected columns are better than no columns at all ({n}, 95% interval {n} to {n})',
    'estas filas no muestran que las columnas seleccionadas sean mejores que ninguna ({1}, intervalo del 95 % de {2} a {3})',
  ],
  [
    'these rows do not show that the selected columns are better than {name} alone ({n}, 95% interval {n} to {n})',
    'estas filas no muestran que las columnas seleccionadas sean mejores que solo {1} ({2}, intervalo del 95 % de {3} a {4})',
  ],
  [
    'a single split does not say whether the selected columns are as good as {text} ({n}): repeat it with --repeats 20',
    'una sola división no dice si las columnas seleccionadas son tan buenas como {1} ({2}): repítala con --repeats 20',
  ],
  // A ranking.
  ['the only column that could be scored is {name}', 'la única columna que se pudo puntuar es {1}'],
  [
    'the first {n} of {count} by the mean of their ranks are {names}',
    'las {1} primeras de {2} según la media de sus rangos son {3}',
  ],
  [
    'the first of {count} by the mean of their ranks <is|are> {names}',
    '{1}, ordenadas según la media de sus rangos: {2}',
  ],
  ['the first {n} of {count} by {word} are {names}', 'las {1} primeras de {2} según {3} son {4}'],
  ['the first of {count} by {word} <is|are> {names}', '{1}, ordenadas según {2}: {3}'],
  ['to check first: {marked}', 'antes hay que comprobar {1}'],
  [
    '[by {word} ]none of them differs from chance at a false discovery rate of 5 %',
    '[según {1}, ]ninguna se distingue del azar con una tasa de falsos descubrimientos del 5 %',
  ],
  [
    '{n} of {n} differ from chance at a false discovery rate of 5 %',
    '{1} de {2} se {1#distingue|distinguen} del azar con una tasa de falsos descubrimientos del 5 %',
  ],
  [
    'by {word} {n} of {n} differ from chance at a false discovery rate of 5 %',
    'según {1}, {2} de {3} se {2#distingue|distinguen} del azar con una tasa de falsos descubrimientos del 5 %',
  ],
  // A description.
  ['{count} and {count}, {text}', '{1} y {2}: {3}'],
  ['{n} numeric', '{1} {1#numérica|numéricas}'],
  ['{n} of dates or times', '{1} de fechas u horas'],
  ['{n} categorical', '{1} {1#categórica|categóricas}'],
  ['{text} and {n} categorical', '{1} y {2} {2#categórica|categóricas}'],
  ['{n} numeric and {n} of dates or times', '{1} {1#numérica|numéricas} y {2} de fechas u horas'],
  [
    '{n} numeric, {n} of dates or times and {n} categorical',
    '{1} {1#numérica|numéricas}, {2} de fechas u horas y {3} {3#categórica|categóricas}',
  ],
  ['no value is missing', 'no falta ningún valor'],
  ['values are missing in {count}', 'faltan valores en {1}'],
  ['to check: {names}', 'hay que comprobar {1}'],
  // A comparison.
  [
    'the comparison was interrupted before the first method was evaluated',
    'la comparación se interrumpió antes de evaluar el primer método',
  ],
  ['the comparison was interrupted: methods are missing', 'la comparación se interrumpió: faltan métodos'],
  [
    'from the columns that {name} chooses {word} predicts best ({any} {n} on held-out rows)',
    'con las columnas que elige {1}, {2} predice mejor que con las demás ({3} {4} en filas reservadas)',
  ],
  [
    'from the columns that {name} chooses {word} predicts held-out rows ({any} {n})',
    'con las columnas que elige {1}, {2} predice filas reservadas ({3} {4})',
  ],
  [
    'a single split does not say which differences are more than chance',
    'una sola división no dice qué diferencias son más que azar',
  ],
  [
    'no difference from the others is significant (5 %, corrected by Holm)',
    'ninguna diferencia con los demás es significativa (5 %, con la corrección de Holm)',
  ],
  [
    'it differs significantly from {names} (5 %, corrected by Holm)',
    'difiere significativamente de {1} (5 %, con la corrección de Holm)',
  ],
  // Groups.
  [
    'none of the {count} is in a group with others[ at height {n}]: each carries information of its own',
    'ninguna de las {1} está en un grupo con otras[ a la altura {2}]: cada una tiene información propia',
  ],
  [
    'the {count} are in {count}[ at height {n}], {n} of them with two columns or more; the largest has {n}, represented by {name}',
    'las {1} están en {2}[ a la altura {3}], {4} de ellos con dos columnas o más; el mayor tiene {5}, representadas por {6}',
  ],
  // Interactions.
  ['of {count} {text}; {text}', 'de {1}, {2}; {3}'],
  [
    'the strongest synergy is that of {name} and {name} ({n} {word}[, p {n} of this pair alone])',
    'la sinergia más fuerte es la de {1} y {2} ({3} {4}[, p {5} de este par solo])',
  ],
  ['none tells more together than apart', 'ninguno dice más junto que por separado'],
  [
    'the strongest redundancy is that of {name} and {name} ({n} {word}[, p {n} of this pair alone])',
    'la redundancia más fuerte es la de {1} y {2} ({3} {4}[, p {5} de este par solo])',
  ],
  ['none repeats itself', 'ninguno se repite'],
]
