import type { MissingPolicy, ReportLanguage } from '#core'
import { titleInSpanish } from '../spanish/method-titles.ts'

/** The sentences of a methods paragraph in one language. Numbers, names and sources come in as texts. */
export interface Phrases {
  readonly and: string
  readonly or: string
  readonly references: string
  readonly title: (method: { readonly id: string; readonly title: string }) => string
  readonly columns: (count: number) => string
  readonly about: (target: string) => string
  readonly aboutEvent: (time: string, event: string, events: string) => string
  readonly query: (data: string) => string
  readonly given: (names: string) => string
  readonly within: (block: string) => string
  readonly chosen: (
    chosen: string,
    of: string,
    about: string,
    data: string,
    rows: string,
    program: string,
  ) => string
  readonly ranked: (columns: string, about: string, data: string, rows: string, program: string) => string
  readonly by: (criterion: string, search: string, stop: string) => string
  readonly byOuter: (method: string, criterion: string) => string
  readonly byRankers: (methods: readonly string[]) => string
  readonly prefilter: (method: string, left: string) => string
  readonly until: {
    readonly significance: (alpha: string, source: string) => string
    readonly count: (k: string) => string
    readonly stop: (stop: string) => string
    readonly cut: (cut: string) => string
    readonly best: string
  }
  readonly bins: (how: string, least: number, most: number) => string
  readonly weights: (column: string) => string
  readonly missing: Readonly<Record<Exclude<MissingPolicy, 'error'> | 'level-or-complete', string>>
  readonly allRows: string
  readonly remaining: (used: string, of: string) => string
  readonly evidence: (folds: string, source: string, learner: string, metric: string) => string
  readonly scores: (selected: string, columns: string, all: string, none: string) => string
  readonly adjusted: (given: string) => string
  readonly difference: (difference: string, low: string, high: string, source: string) => string
  readonly falseDiscoveries: (count: string, source: string) => string
  readonly folds: (count: number) => string
  readonly holdout: (share: string, repeats: number) => string
  readonly inTime: (time: string) => string
  readonly together: (group: string) => string
  readonly repeated: (repeats: number) => string
  readonly seed: (seed: string) => string
  readonly names: (names: string) => string
  readonly noNames: string
  readonly first: (names: string) => string
}

const english: Phrases = {
  and: 'and',
  or: 'or',
  references: 'References',
  title: ({ title }) => title,
  columns: (count) => (count === 1 ? '1 column' : `${count} columns`),
  about: (target) => ` about ${target}`,
  aboutEvent: (time, event, events) => ` about ${time}, the time until ${event} (${events} events)`,
  query: (data) => `a query over ${data}`,
  given: (names) => ` given ${names}`,
  within: (block) => ` within the blocks of ${block}`,
  chosen: (chosen, of, about, data, rows, program) =>
    `Of the ${of} of ${data} (${rows} rows) we selected ${chosen} that inform${about}, with ${program}.`,
  ranked: (columns, about, data, rows, program) =>
    `We ranked the ${columns} of ${data} (${rows} rows) by what they say${about}, with ${program}.`,
  by: (criterion, search, stop) => `The criterion was ${criterion}, the search ${search}, ${stop}.`,
  byOuter: (method, criterion) => `The method was ${method}, with the criterion ${criterion}.`,
  byRankers: (methods) =>
    methods.length === 1
      ? `The method was ${methods[0]}.`
      : `The methods were ${methods.join('; ')}. Columns are in the order of their mean rank.`,
  prefilter: (method, left) => `The ranking ${method} left ${left} columns to search.`,
  until: {
    significance: (alpha, source) =>
      `until no column gained significantly at α = ${alpha} (step-down test that controls the false discovery rate; ${source})`,
    count: (k) => `until ${k} were chosen`,
    stop: (stop) => `with the stop ${stop}`,
    cut: (cut) => `cut at ${cut}`,
    best: 'for the set with the best score',
  },
  bins: (how, least, most) =>
    `Numbers were discretised (${how}) into ${least === most ? least : `${least} to ${most}`} bins.`,
  weights: (column) => `Rows counted by their weight in ${column}.`,
  missing: {
    pairwise: 'Each score used the rows that are complete in its own columns.',
    complete: 'Rows with a missing value were left out.',
    level: 'A missing value counted as a level of its own.',
    median: 'Missing values were replaced by the median, or by the most frequent level.',
    'level-or-complete':
      'A missing level counted as a level of its own, and rows without a number were left out.',
  },
  allRows: 'All rows were used, also those with missing values.',
  remaining: (used, of) => ` ${used} of ${of} rows remained.`,
  evidence: (folds, source, learner, metric) =>
    `The whole selection was repeated on ${folds} (${source}); the learner ${learner} predicted the rows held out. Its ${metric} was`,
  scores: (selected, columns, all, none) =>
    ` ${selected} from the selected columns, ${all} from all ${columns}, and ${none} from none.`,
  adjusted: (given) => ` In all three the learner also read ${given}.`,
  difference: (difference, low, high, source) =>
    ` Selected less all is ${difference} (95 % interval ${low} to ${high}; ${source}).`,
  falseDiscoveries: (count, source) => `A false discovery rate of 5 % (${source}) leaves ${count}.`,
  folds: (count) => `the training rows of ${count}-fold cross-validation`,
  holdout: (share, repeats) =>
    `the training rows of ${repeats === 1 ? 'a split' : `${repeats} splits`} that hold out ${share} % of the rows`,
  inTime: (time) => `each part later in ${time} than its training rows`,
  together: (group) => `rows of one ${group} together`,
  repeated: (repeats) => `, repeated ${repeats} times`,
  seed: (seed) => `Random numbers began from seed ${seed}.`,
  names: (names) => `The columns chosen are, in their order: ${names}.`,
  noNames: 'No column was chosen.',
  first: (names) => `The first are ${names}.`,
}

const spanish: Phrases = {
  and: 'y',
  or: 'o',
  references: 'Referencias',
  title: titleInSpanish,
  columns: (count) => (count === 1 ? '1 columna' : `${count} columnas`),
  about: (target) => ` sobre ${target}`,
  aboutEvent: (time, event, events) => ` sobre ${time}, el tiempo hasta ${event} (${events} eventos)`,
  query: (data) => `una consulta sobre ${data}`,
  given: (names) => ` dadas ${names}`,
  within: (block) => ` dentro de los bloques de ${block}`,
  chosen: (chosen, of, about, data, rows, program) =>
    `De las ${of} de ${data} (${rows} filas) seleccionamos ${chosen} que informan${about}, con ${program}.`,
  ranked: (columns, about, data, rows, program) =>
    `Ordenamos las ${columns} de ${data} (${rows} filas) por lo que dicen${about}, con ${program}.`,
  by: (criterion, search, stop) => `El criterio fue ${criterion}; la búsqueda, ${search}, ${stop}.`,
  byOuter: (method, criterion) => `El método fue ${method}, con el criterio ${criterion}.`,
  byRankers: (methods) =>
    methods.length === 1
      ? `El método fue ${methods[0]}.`
      : `Los métodos fueron ${methods.join('; ')}. Las columnas siguen el orden de su rango medio.`,
  prefilter: (method, left) => `El orden de ${method} dejó ${left} columnas para la búsqueda.`,
  until: {
    significance: (alpha, source) =>
      `hasta que ninguna columna aportó una ganancia significativa con α = ${alpha} (contraste descendente que controla la tasa de descubrimientos falsos; ${source})`,
    count: (k) => `hasta elegir ${k}`,
    stop: (stop) => `con la parada ${stop}`,
    cut: (cut) => `con el corte ${cut}`,
    best: 'para el conjunto con la mejor puntuación',
  },
  bins: (how, least, most) =>
    `Los números se discretizaron (${how}) en ${least === most ? least : `${least} a ${most}`} intervalos.`,
  weights: (column) => `Cada fila contó con su peso en ${column}.`,
  missing: {
    pairwise: 'Cada puntuación usó las filas completas en sus propias columnas.',
    complete: 'Las filas con algún valor ausente se excluyeron.',
    level: 'Un valor ausente contó como un nivel propio.',
    median: 'Los valores ausentes se sustituyeron por la mediana o por el nivel más frecuente.',
    'level-or-complete': 'Un nivel ausente contó como un nivel propio, y las filas sin número se excluyeron.',
  },
  allRows: 'Se usaron todas las filas, también las que tienen valores ausentes.',
  remaining: (used, of) => ` Quedaron ${used} de ${of} filas.`,
  evidence: (folds, source, learner, metric) =>
    `Toda la selección se repitió con ${folds} (${source}); el modelo ${learner} predijo las filas reservadas. Su ${metric} fue`,
  scores: (selected, columns, all, none) =>
    ` ${selected} con las columnas seleccionadas, ${all} con las ${columns} y ${none} sin ninguna.`,
  adjusted: (given) => ` En los tres casos el modelo leyó además ${given}.`,
  difference: (difference, low, high, source) =>
    ` La diferencia entre las seleccionadas y todas es ${difference} (intervalo del 95 %: de ${low} a ${high}; ${source}).`,
  falseDiscoveries: (count, source) =>
    `Una tasa de descubrimientos falsos del 5 % (${source}) deja ${count}.`,
  folds: (count) => `las filas de entrenamiento de una validación cruzada de ${count} partes`,
  holdout: (share, repeats) =>
    `las filas de entrenamiento de ${repeats === 1 ? 'una división' : `${repeats} divisiones`} que ${repeats === 1 ? 'reserva' : 'reservan'} el ${share} % de las filas`,
  inTime: (time) => `cada parte posterior en ${time} a sus filas de entrenamiento`,
  together: (group) => `las filas de un mismo ${group} juntas`,
  repeated: (repeats) => `, repetida ${repeats} veces`,
  seed: (seed) => `Los números aleatorios partieron de la semilla ${seed}.`,
  names: (names) => `Las columnas elegidas son, en su orden: ${names}.`,
  noNames: 'No se eligió ninguna columna.',
  first: (names) => `Las primeras son ${names}.`,
}

/** The phrases of each language. */
export const phrases: Readonly<Record<ReportLanguage, Phrases>> = { en: english, es: spanish }
