/**
 * The topics of the API reference in their order, each a page. An export belongs to the first topic that has
 * its import, or the beginning of its file. The build fails where an export belongs to none.
 * @type {readonly {
 *   readonly id: string
 *   readonly title: string
 *   readonly about: string
 *   readonly entry?: string
 *   readonly files?: readonly string[]
 *   readonly kinds?: readonly string[]
 *   readonly names?: readonly string[]
 * }[]}
 */
export const topics = [
  {
    id: 'sessions',
    title: 'Sessions',
    about: 'Several calls on one table that share what they compute.',
    entry: 'criba',
    files: ['src/analyses/session/'],
  },
  {
    id: 'own-methods',
    title: 'Methods of your own',
    about:
      'How to define a ranker, a criterion of steps or of sets, a search, a stop, a discretiser and a learner.',
    files: [
      'src/analyses/define.ts',
      'src/methods/shapes/',
      'src/methods/learners/',
      'src/methods/discretisers/',
      'src/methods/stops/',
      'src/methods/searches/path.ts',
      'src/methods/searches/problem.ts',
      'src/methods/searches/search.ts',
      'src/methods/searches/visited.ts',
      'src/core/spec/own-learner.ts',
    ],
  },
  {
    id: 'analyses',
    title: 'Analyses',
    about: 'The functions that rank, select, compare and describe.',
    entry: 'criba',
    files: ['src/analyses/', 'src/methods/measures/'],
    kinds: ['function'],
  },
  {
    id: 'specs',
    title: 'Specs',
    about: 'What the analyses are asked: the second argument of each.',
    entry: 'criba',
    names: ['CentralitySpec', 'CompareSpec', 'EvidenceSpec', 'MethodSpec'],
    files: [
      'src/analyses/scope/typed-specs.ts',
      'src/analyses/information/centrality.ts',
      'src/core/spec/rank-spec.ts',
      'src/core/spec/select-spec.ts',
      'src/core/spec/score-spec.ts',
      'src/core/spec/pairs-spec.ts',
      'src/core/spec/groups-spec.ts',
      'src/core/spec/levels-spec.ts',
      'src/core/spec/compare-spec.ts',
      'src/core/spec/evidence-spec.ts',
      'src/core/spec/given-types.ts',
      'src/core/spec/reading-options.ts',
      'src/core/spec/method-text.ts',
    ],
  },
  {
    id: 'runs',
    title: 'Runs, events and errors',
    about: 'How a call reports progress, is interrupted and goes on, and what it refuses.',
    entry: 'criba',
    names: ['Run', 'version'],
    files: [
      'src/analyses/evidence/compare.ts',
      'src/analyses/selection/checkpoint.ts',
      'src/core/results/event.ts',
      'src/core/results/warning.ts',
      'src/core/spec/error.ts',
    ],
  },
  {
    id: 'charts',
    title: 'Charts, reports, experiments and truths as data',
    about: 'What figures and pages are made of.',
    entry: 'criba',
    files: [
      'src/core/results/chart.ts',
      'src/core/results/report.ts',
      'src/core/results/experiment.ts',
      'src/core/results/truth.ts',
    ],
  },
  {
    id: 'results',
    title: 'Results',
    about: 'What the analyses answer, as plain data.',
    entry: 'criba',
    files: ['src/core/results/', 'src/analyses/transform/', 'src/analyses/'],
  },
  {
    id: 'tables',
    title: 'Tables and columns',
    about: 'Tables from columns, rows, Arrow and CSV.',
    entry: 'criba',
    files: ['src/core/columns/', 'src/files/'],
  },
  {
    id: 'methods',
    title: 'Methods as functions',
    about:
      'The function of each method, which the compiler checks, and their records. Each has a page in the list of all methods.',
    entry: 'criba/methods',
    files: ['src/methods/criteria/', 'src/analyses/selection/markov-blanket.ts'],
  },
  {
    id: 'searches',
    title: 'Searches as functions',
    about: 'The function of each search. Each has a page in the list of searches.',
    entry: 'criba/methods',
    files: ['src/methods/searches/'],
  },
  {
    id: 'sources',
    title: 'Sources and requests',
    about: 'What answers the requests of the analyses: memory, or an engine.',
    entry: 'criba',
    files: ['src/memory/', 'src/core/source.ts', 'src/core/statistics/'],
  },
  {
    id: 'node',
    title: 'criba/node: files',
    about: 'Files on disk, in Node.',
    entry: 'criba/node',
  },
  {
    id: 'duckdb',
    title: 'criba/duckdb: the engine',
    about: 'Statistics from DuckDB.',
    entry: 'criba/duckdb',
  },
  {
    id: 'clickhouse',
    title: 'criba/clickhouse: a server',
    about: 'Statistics from a ClickHouse server or cluster.',
    entry: 'criba/clickhouse',
  },
  {
    id: 'sql',
    title: 'criba/sql: a database of your own',
    about: 'Statistics from any database that runs SQL.',
    entry: 'criba/sql',
  },
  {
    id: 'contract',
    title: 'criba/contract: the laws of methods',
    about: 'What holds of every method, to be run by any test runner.',
    entry: 'criba/contract',
  },
  {
    id: 'worker',
    title: 'criba/worker: calls in a worker',
    about: 'The library in a thread of its own, so that a page or a server stays free.',
    entry: 'criba/worker',
  },
  {
    id: 'experiments',
    title: 'criba/experiments',
    about: 'The experiments of the source documents, and tables whose truth is known.',
    entry: 'criba/experiments',
  },
  {
    id: 'report',
    title: 'criba/report: figures and pages',
    about: 'Figures and pages of results.',
    entry: 'criba/report',
  },
]
