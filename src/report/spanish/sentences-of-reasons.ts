import type { Pair } from './pattern.ts'

/** Why a search ended, and why a column was chosen, left out or has no score. */
export const sentencesOfReasons: readonly Pair[] = [
  // Why a search ended.
  ['no candidate is left', 'no queda ninguna candidata'],
  ['{n} in a row add nothing significant', '{1} seguidas no añaden nada significativo'],
  ['the best score no longer rises', 'la mejor puntuación ya no sube'],
  ['no gain above {n}', 'ninguna ganancia mayor que {1}'],
  ['no candidate has p < {n}', 'ninguna candidata tiene p < {1}'],
  ['the chosen columns determine the target', 'las columnas elegidas determinan el objetivo'],
  [
    'no two rows share their levels of the chosen columns',
    'no hay dos filas con los mismos niveles de las columnas elegidas',
  ],
  ['every subset was evaluated', 'se evaluaron todos los subconjuntos'],
  ['proved: no other set of that size is better', 'demostrado: ningún otro conjunto de ese tamaño es mejor'],
  [
    'every other column is independent given some of these',
    'cada una de las demás columnas es independiente dadas algunas de estas',
  ],
  ['all columns are decided', 'se ha decidido sobre todas las columnas'],
  ['more than half of {n} selections', 'más de la mitad de {1} selecciones'],
  ['chosen by at least {n} % of {n} halves', 'elegidas por al menos el {1} % de {2} mitades'],
  ['no {word} reaches q = {n}', 'ningún {1} alcanza q = {2}'],
  ['interrupted', 'interrumpida'],
  ['unreachable', 'se perdió el servidor'],
  // Why a column is in or out.
  ['joined at step {n}', 'entró en el paso {1}'],
  ['kept, as the spec says', 'se conserva, como se pidió'],
  ['the search started with it', 'la búsqueda empezó con ella'],
  ['left out by the prefilter', 'la dejó fuera el filtro previo'],
  ['in the set chosen', 'está en el conjunto elegido'],
  ['not in the set chosen', 'no está en el conjunto elegido'],
  ['set apart before the search: it {text}', 'apartada antes de la búsqueda: {1}'],
  ['left out before the search: {any}', 'queda fuera antes de la búsqueda: {1}'],
  [
    'it has no significant information about the target[ (p {name})]',
    'no tiene información significativa sobre el objetivo[ (p {1})]',
  ],
  [
    'it adds nothing significant to the chosen columns together[ (p {name})]',
    'no añade nada significativo a las columnas elegidas juntas[ (p {1})]',
  ],
  [
    'its information is significant by itself, not among so many columns[ (p {name})]',
    'su información es significativa por sí sola, no entre tantas columnas[ (p {1})]',
  ],
  [
    'what it adds to the chosen columns together is significant by itself, not among so many columns[ (p {name})]',
    'lo que añade a las columnas elegidas juntas es significativo por sí solo, no entre tantas columnas[ (p {1})]',
  ],
  ['no gain beside {name}', 'sin ganancia junto a {1}'],
  ['too few rows to decide beside {name}', 'demasiado pocas filas para decidir junto a {1}'],
  ['it repeats {name}', 'repite {1}'],
  ['independent of the target', 'independiente del objetivo'],
  ['independent of {name} given {names}', 'independiente de {1} dadas {2}'],
  ['independent of {name} by itself', 'independiente de {1} por sí sola'],
  ['independent of {name}', 'independiente de {1}'],
  ['it was scored at no step', 'no se puntuó en ningún paso'],
  [
    'never the best; nearest at step {n}, {word} behind {name}',
    'nunca fue la mejor; más cerca en el paso {1}, a {2} de {3}',
  ],
  ['not chosen yet when the search was interrupted', 'aún no elegida cuando se interrumpió la búsqueda'],
  [
    '{text}; cut, as the first {n} are within one standard error of the best',
    '{1}; cortada, porque las {2} primeras están a menos de un error estándar de la mejor',
  ],
  [
    'alone it tells nothing significant of {name}, so only copies of it are known to tell as much',
    'por sí sola no dice nada significativo de {1}, así que solo de sus copias se sabe que dicen lo mismo',
  ],
  // Why a column has no score.
  ['categorical (needs numbers)', 'categórica (necesita números)'],
  ['only one class has rows', 'solo una clase tiene filas'],
  ['no complete row', 'ninguna fila completa'],
  ['no row has a value', 'ninguna fila tiene un valor'],
  ['no variance within a class', 'no hay varianza dentro de ninguna clase'],
  ['no two rows that can be compared', 'no hay dos filas que se puedan comparar'],
  ['it has the same value in every row', 'tiene el mismo valor en todas las filas'],
  ['it is constant', 'es constante'],
  ['it has more than {n} levels', 'tiene más de {1} niveles'],
  ['{n} levels (at most {n})', '{1} niveles (como máximo, {2})'],
  ['{n} free cells (at most {n})', '{1} celdas libres (como máximo, {2})'],
  ['it has values below 0 (needs frequencies)', 'tiene valores menores que 0 (necesita frecuencias)'],
  ['no event among the rows that have a value', 'ningún evento entre las filas que tienen un valor'],
  ['class {name} has one row (needs two or more)', 'la clase {1} tiene una sola fila (necesita dos o más)'],
  [
    '{n} rows for {n} classes (needs more rows than classes)',
    '{1} filas para {2} clases (necesita más filas que clases)',
  ],
  ['{n} rows for {n} coefficients (needs more rows)', '{1} filas para {2} coeficientes (necesita más filas)'],
  ['{n} complete rows (needs {n} or more)', '{1} filas completas (necesita {2} o más)'],
  [
    'values too large, or too close together, to square (rescale {name})',
    'valores demasiado grandes, o demasiado próximos, para elevarlos al cuadrado (cambie la escala)',
  ],
  ['distances beyond numbers', 'distancias mayores que cualquier número'],
  // Why an analysis was left out of a report.
  [
    'unsuitable columns for {word}: it can take none ({name}: {any})',
    '{1} no puede usar ninguna columna ({2}: {3})',
  ],
  [
    'unsuitable columns for {word}: it can score none ({name}: {any})',
    '{1} no puede puntuar ninguna columna ({2}: {3})',
  ],
  [
    'unsuitable columns for interactions: it can pair none ({any})',
    'no se puede formar ningún par de columnas ({1})',
  ],
  [
    'too few columns for {word}: {n} (needs {n} or more)',
    'muy pocas columnas para {1}: {2} (necesita {3} o más)',
  ],
  [
    'some score is missing or infinite without one of the groups of rows',
    'alguna puntuación falta o es infinita sin uno de los grupos de filas',
  ],
  ['the search ended early ({any})', 'la búsqueda terminó antes de tiempo ({1})'],
]
