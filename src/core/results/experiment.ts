import type { Chart } from './chart.ts'
import type { ReportTable } from './report.ts'
import type { Warning } from './warning.ts'

/** The result of an experiment of a source document. */
export interface ExperimentResult {
  readonly criba: string
  readonly command: 'experiment'
  readonly name: string
  readonly title: string
  /** The document, with its chapter. */
  readonly source: string
  /** What the document says, in a sentence or two. */
  readonly claimed: string
  /** What holds, with the numbers of this run. */
  readonly found: string
  /** The main table first. */
  readonly tables: readonly ReportTable[]
  readonly charts: readonly Chart[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** The experiments that `criba experiment list` lists. */
export interface ExperimentList {
  readonly criba: string
  readonly command: 'experiment'
  readonly experiments: readonly ExperimentEntry[]
}

/** An experiment without its results. */
export interface ExperimentEntry {
  /** Its name on the command line. */
  readonly name: string
  readonly title: string
  /** The document, with its chapter. */
  readonly source: string
  /** What it shows, in one line. */
  readonly summary: string
  /** The file it needs, such as the red wines, if it cannot make its data. */
  readonly data?: string
}
