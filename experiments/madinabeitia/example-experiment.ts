import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { partsOfRun } from '../run-parts.ts'
import { compared, comparedScores, comparedTable, exactIn, foundSet } from './compared-sets.ts'
import type { ComparedScores } from './compared-sets.ts'
import { exampleCharts } from './example-charts.ts'
import { nameOf } from './example-data.ts'
import { dataOf, publishedScores, rightColumns, setText, widths } from './example-sets.ts'
import type { PublishedScores } from './example-sets.ts'
import { functions } from './functions.ts'
import { publishedChoice, publishedTable } from './published-table.ts'
import { maskOf } from './sets.ts'
import type { Variant } from './variants.ts'
import { source } from './source.ts'

/** The experiment of an example: its published table, and the sets as defined and on one scale. */
export function exampleExperiment(variant: Variant): Experiment {
  const { name, title, chapter, of, rows, noise } = variant
  const added = noise ? `, noise: ${noise.share * 100} % ${noise.distribution}` : ''
  return {
    name,
    title,
    source: source(chapter),
    summary: `y = ${functions[of].formula}; ${rows} rows${added}`,
    run: (run) => runExample(variant, run),
  }
}

async function runExample(variant: Variant, run: ExperimentRun): Promise<ExperimentFindings> {
  const data = dataOf(variant)
  const right = rightColumns(variant)
  const sizes = widths(variant)
  // Each further column doubles the work, so all sizes of the first part take about two of the second.
  const nextRun = partsOfRun(run, sizes.length + compared.length)
  const published: PublishedScores[] = []
  for (const width of sizes) published.push(await publishedScores(variant, data, width, nextRun()))
  const scores = await comparedScores(data, compared, nextRun)
  return {
    claimed: variant.claimed,
    found: found(published, scores, sizes, right),
    tables: [publishedTable(published, right), comparedTable(scores, sizes)],
    charts: exampleCharts(published, scores, right),
  }
}

/** What holds, in sentences made of the numbers of the run. */
function found(
  published: readonly PublishedScores[],
  scores: ComparedScores,
  sizes: readonly number[],
  right: readonly number[],
): string {
  const ofRows = sizes.length
  const exact = (criterion: string) => exactIn(scores, criterion, sizes, right)
  const exactAsPublished = (by: 'information' | 'noise' | 'both') =>
    published.filter((row) => publishedChoice(row)[by] === maskOf(right)).length
  const last = sizes[sizes.length - 1]
  const sets = compared.map((criterion) => `${criterion}: ${setText(foundSet(scores, criterion, last))}`)
  return [
    `The right columns are ${right.map(nameOf).join(', ')}.`,
    `With ${sizes[0]} to ${last} columns the searches of the thesis find exactly these in ${exactAsPublished('information')} (MI), ${exactAsPublished('noise')} (DT) and ${exactAsPublished('both')} (MI-DT) of ${ofRows} tables.`,
    `Summed over all rows, as its definition says, the delta test finds them in ${exact('delta test')}, standardised in ${exact('delta test, standardised')}; total correlation in ${exact('total correlation')}, standardised in ${exact('total correlation, standardised')}.`,
    `With ${last} columns the best sets are, by ${sets.join('; by ')}.`,
  ].join(' ')
}
