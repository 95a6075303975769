/** @typedef {{ readonly en: string; readonly es: string }} Text */
/** @typedef {Text & { readonly answers: readonly Answer[] }} Question */
/**
 * An answer, with the next question or with what to use.
 * @typedef {Text & ({ readonly next: Question; readonly use?: undefined } | { readonly next?: undefined; readonly use: Text })} Answer
 */

/** @type {Question} */
const ofTypes = {
  en: 'What are the columns and the target?',
  es: '¿Qué son las columnas y el objetivo?',
  answers: [
    {
      en: 'Of any type, or of both.',
      es: 'De cualquier tipo, o de ambos.',
      use: {
        en: '`symmetrical-uncertainty` or `mutual-information`; `distance-correlation` without bins.',
        es: '`symmetrical-uncertainty` o `mutual-information`; `distance-correlation`, sin intervalos.',
      },
    },
    {
      en: 'Numbers, and a number.',
      es: 'Números, y un número.',
      use: {
        en: '`pearson` for a straight line, `spearman` for what rises or falls, `xi` for any curve.',
        es: '`pearson` para una recta, `spearman` para lo que sube o baja, `xi` para cualquier curva.',
      },
    },
    {
      en: 'Numbers, and classes.',
      es: 'Números, y clases.',
      use: {
        en: '`anova-f` for means, `kruskal-wallis` by ranks; of two classes `welch-t`, `wilcoxon` or `auc`.',
        es: '`anova-f` para las medias, `kruskal-wallis` por rangos; con dos clases `welch-t`, `wilcoxon` o `auc`.',
      },
    },
    {
      en: 'Levels, and classes.',
      es: 'Niveles, y clases.',
      use: {
        en: '`chi2` for the test, `cramers-v` for the strength.',
        es: '`chi2` para el contraste, `cramers-v` para la fuerza.',
      },
    },
  ],
}

/** @type {Question} */
const ofTable = {
  en: 'What do you know of the table?',
  es: '¿Qué sabe de la tabla?',
  answers: [
    {
      en: 'Nothing, or many classes.',
      es: 'Nada, o que tiene muchas clases.',
      use: {
        en: '`jmi`, the default: `criba select` without options. It hardly ever chooses noise.',
        es: '`jmi`, la selección por defecto: `criba select` sin opciones. Casi nunca elige ruido.',
      },
    },
    {
      en: 'Each number has an effect of its own.',
      es: 'Cada número tiene un efecto propio.',
      use: { en: '`jmi`, `lasso` or `rfe`.', es: '`jmi`, `lasso` o `rfe`.' },
    },
    {
      en: 'Effects are curved.',
      es: 'Los efectos son curvos.',
      use: {
        en: '`boruta` or `forest-importance`; `delta-test` where columns are few.',
        es: '`boruta` o `forest-importance`; `delta-test` si hay pocas columnas.',
      },
    },
    {
      en: 'Many columns of noise, few rows.',
      es: 'Muchas columnas de ruido, pocas filas.',
      use: {
        en: '`boruta`, `forest-importance`, `rfe` or `lasso`.',
        es: '`boruta`, `forest-importance`, `rfe` o `lasso`.',
      },
    },
    {
      en: 'Groups of correlated columns.',
      es: 'Grupos de columnas correlacionadas.',
      use: {
        en: '`rfe` or `lasso` for one of each group, `boruta` for all of them.',
        es: '`rfe` o `lasso` para una de cada grupo, `boruta` para todas.',
      },
    },
    {
      en: 'Columns act only in pairs.',
      es: 'Las columnas solo actúan por pares.',
      use: {
        en: '`joint` with `lookahead=2`, or `mdfs`; `relieff` among few columns.',
        es: '`joint` con `lookahead=2`, o `mdfs`; `relieff` entre pocas columnas.',
      },
    },
    {
      en: 'Columns act only in threes.',
      es: 'Las columnas solo actúan de tres en tres.',
      use: {
        en: '`relieff`, `multisurf` or `boruta`, among few columns.',
        es: '`relieff`, `multisurf` o `boruta`, entre pocas columnas.',
      },
    },
    {
      en: 'The target follows rules of categories.',
      es: 'El objetivo sigue reglas de categorías.',
      use: { en: '`iamb`, or `joint` with `lookahead=2`.', es: '`iamb`, o `joint` con `lookahead=2`.' },
    },
    {
      en: 'The classes are clusters.',
      es: 'Las clases son cúmulos.',
      use: {
        en: '`boruta` or `joint-mi`; `relieff` as a ranking.',
        es: '`boruta` o `joint-mi`; `relieff` como orden.',
      },
    },
  ],
}

/** @type {Question} */
const ofAim = {
  en: 'What do you need?',
  es: '¿Qué necesita?',
  answers: [
    {
      en: 'Few columns that predict.',
      es: 'Pocas columnas que predigan.',
      next: ofTable,
    },
    {
      en: 'An order of all columns, each by itself.',
      es: 'Un orden de todas las columnas, cada una por sí sola.',
      next: ofTypes,
    },
    {
      en: 'All columns that matter, copies too.',
      es: 'Todas las columnas que importan, también las copias.',
      use: { en: '`boruta`.', es: '`boruta`.' },
    },
    {
      en: 'Few wrong columns, with a bound.',
      es: 'Pocas columnas equivocadas, con una cota.',
      use: {
        en: '`knockoffs` or `conditional-randomisation` of numbers, `stability-selection` of any columns.',
        es: '`knockoffs` o `conditional-randomisation` con números, `stability-selection` con cualquier columna.',
      },
    },
    {
      en: 'The columns given which no other tells more.',
      es: 'Las columnas dadas las cuales ninguna otra dice más.',
      use: { en: '`iamb`, `mmpc` or `hiton-pc`.', es: '`iamb`, `mmpc` o `hiton-pc`.' },
    },
    {
      en: 'The best columns for a learner that is decided.',
      es: 'Las mejores columnas para un modelo ya decidido.',
      use: { en: '`cv` with that learner, or `rfe`.', es: '`cv` con ese modelo, o `rfe`.' },
    },
    {
      en: 'The best of all sets of few columns.',
      es: 'El mejor de todos los conjuntos de pocas columnas.',
      use: {
        en: '`sse` with the search `branch-and-bound` for a linear fit; `exhaustive-dt` for any smooth one.',
        es: '`sse` con la búsqueda `branch-and-bound` para un ajuste lineal; `exhaustive-dt` para cualquiera suave.',
      },
    },
  ],
}

/** The questions that lead to a method, from the study of `docs/which-method.md` and the families of `docs/families.md`. */
export const choice = {
  before: {
    en: 'If you are in a hurry, run `criba select` without options, and compare it with two methods of this page by `criba compare`.',
    es: 'Si tiene prisa, ejecute `criba select` sin opciones, y compárelo con dos métodos de esta página mediante `criba compare`.',
  },
  /** @type {Question} */
  first: {
    en: 'What do the columns have to explain?',
    es: '¿Qué tienen que explicar las columnas?',
    answers: [
      { en: 'A column of classes or numbers.', es: 'Una columna de clases o de números.', next: ofAim },
      {
        en: 'The time until an event.',
        es: 'El tiempo hasta un suceso.',
        use: {
          en: '`cox-score` or `log-rank` to rank, `cox-lasso` to select.',
          es: '`cox-score` o `log-rank` para ordenar, `cox-lasso` para seleccionar.',
        },
      },
      {
        en: 'Nothing: there is no target.',
        es: 'Nada: no hay objetivo.',
        use: {
          en: '`laplacian-score` or `infinite-fs` by structure, `vif` or `criba groups` for what is said twice.',
          es: '`laplacian-score` o `infinite-fs` según la estructura, `vif` o `criba groups` para lo que se dice dos veces.',
        },
      },
    ],
  },
}
