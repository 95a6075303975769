import type { ExperimentResult, Run } from '../src/index.ts'

/** An experiment of a source document. */
export interface Experiment {
  /** Its name on the command line. */
  readonly name: string
  readonly title: string
  /** The document, with its chapter. */
  readonly source: string
  /** What it shows, in one line of `criba experiment list`. */
  readonly summary: string
  /** The file it needs, such as the red wines, if it cannot make its data. */
  readonly data?: string
  readonly run: (run: ExperimentRun) => Promise<ExperimentFindings>
}

/** How an experiment runs. */
export interface ExperimentRun extends Run {
  /** The path of the file that the experiment's `data` describes. */
  readonly data?: string
}

/** What an experiment finds; its name, title and source stand in its record. */
export type ExperimentFindings = Pick<ExperimentResult, 'claimed' | 'found' | 'tables' | 'charts'> &
  Partial<Pick<ExperimentResult, 'warnings'>>
