import type { ExperimentEntry, ExperimentResult, Run } from '../src/index.ts'

/** An experiment of a source document. */
export interface Experiment extends ExperimentEntry {
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
