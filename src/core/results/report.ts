import type { Chart } from './chart.ts'
import type { Warning } from './warning.ts'

/** The languages of reports and of a methods paragraph. */
export type ReportLanguage = 'en' | 'es'

/**
 * What a report says, as plain data; `report/` writes it as one HTML page. All texts are plain text: nothing
 * in them is markup.
 */
export interface Report {
  /** The language of its texts, and of the page that is made of it; English where it is not named. */
  readonly language?: ReportLanguage
  readonly title: string
  /** The data in one line: rows, columns, target. */
  readonly data: string
  /** What was asked, as a sentence. */
  readonly question: string
  /** The answer, in a sentence made of the result. */
  readonly answer: string
  readonly sections: readonly ReportSection[]
  readonly warnings: readonly Warning[]
  readonly repeat: Repetition
}

/** A part of a report: its paragraphs, then its charts and tables. */
export interface ReportSection {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly charts?: readonly Chart[]
  readonly tables?: readonly ReportTable[]
}

/** What a result shows, whatever the format: CSV, Markdown, HTML and the terminal write the same cells. */
export interface ResultTable {
  /** What the table shows, where there are several. */
  readonly title?: string
  readonly columns: readonly string[]
  /** One cell for each column; null is empty. */
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** What to know of the cells, a line each. */
  readonly notes?: readonly string[]
}

/** A table of a report or of an experiment. */
export interface ReportTable extends ResultTable {
  /** The name of its file, unique in a report: lower case, with hyphens. */
  readonly name: string
  readonly title: string
}

/** How to get the same result again. */
export interface Repetition {
  readonly command: string
  readonly typescript: string
  readonly versions: Readonly<Record<string, string>>
  /** How a paper says what was done: a paragraph, the works that it cites, and these as BibTeX. */
  readonly paper?: {
    readonly text: string
    readonly references: readonly string[]
    readonly bibtex: string
  }
  /** SHA-256 of the data file. */
  readonly hash?: string
}
