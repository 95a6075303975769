/**
 * The sections of the navigation in their order, each with its pages: files of the repository, all files
 * below a folder (`docs/experiments/*`), or pages that the build makes. The build fails where a page of docs/
 * is in no section, and where a page named here does not exist.
 * @type {readonly { readonly title: string; readonly pages: readonly string[] }[]}
 */
export const sections = [
  {
    title: 'Start',
    pages: [
      'README.md',
      'docs/start.md',
      'docs/recipes.md',
      'docs/reading-an-answer.md',
      'docs/glossary.md',
      'docs/index.md',
      'examples/README.md',
    ],
  },
  {
    title: 'Data',
    pages: [
      'docs/data.md',
      'docs/types.md',
      'docs/missing.md',
      'docs/columns.md',
      'docs/reliability.md',
      'docs/clickhouse.md',
    ],
  },
  {
    title: 'Analyses',
    pages: [
      'docs/rank.md',
      'docs/select.md',
      'docs/compare.md',
      'docs/apply.md',
      'docs/sets.md',
      'docs/groups.md',
      'docs/significance.md',
      'docs/reports.md',
      'docs/studio.md',
    ],
  },
  {
    title: 'Families of methods',
    pages: [
      'choose.html',
      'gallery.html',
      'docs/which-method.md',
      'docs/families.md',
      'docs/estimators.md',
      'docs/wrappers.md',
      'docs/paths.md',
      'docs/relief.md',
      'docs/graphs.md',
      'docs/events.md',
      'docs/resampling.md',
    ],
  },
  { title: 'Experiments', pages: ['docs/experiments/*'] },
  { title: 'Tools', pages: ['docs/command-line.md', 'docs/library.md', 'docs/generate.md'] },
  {
    title: 'Coming from',
    pages: ['docs/from-scikit-learn.md', 'docs/from-praznik.md', 'docs/from-weka.md', 'docs/from-orange.md'],
  },
  {
    title: 'En español',
    pages: [
      'README.es.md',
      'docs/es/start.md',
      'docs/es/reading-an-answer.md',
      'docs/es/choose.html',
      'docs/es/which-method.md',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'methods/index.html',
      'searches/index.html',
      'learners/index.html',
      'commands/index.html',
      'api/index.html',
    ],
  },
  {
    title: 'The project',
    pages: ['docs/citing.md', 'docs/architecture.md', 'CONTRIBUTING.md', 'bench/README.md', 'CHANGELOG.md'],
  },
  {
    title: 'Modules of the code',
    pages: ['core', 'methods', 'memory', 'sql', 'files', 'analyses', 'report'].map(
      (module) => `src/${module}/README.md`,
    ),
  },
]

/**
 * Titles in the navigation that are not those of the pages.
 * @type {Readonly<Record<string, string>>}
 */
export const shortTitles = {
  'README.md': 'Overview',
  'docs/paths.md': 'Lasso and other penalties',
  'docs/significance.md': 'How often the stop is right',
}
