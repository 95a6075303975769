import type { ReportLanguage } from '#core'
import { grouped } from '../numbers.ts'

/** What a page says around the contents of a report. */
export interface PageWords {
  readonly contents: string
  readonly figure: (number: number) => string
  readonly table: (number: number) => string
  /** The label of a link that saves a file of a figure or a table. */
  readonly fileOf: (kind: string, of: string) => string
  readonly firstRows: (shown: number, all: number) => string
  readonly weightOf: (axis: string) => string
  readonly warnings: string
  readonly noWarnings: string
  readonly repeat: string
  readonly commandLine: string
  readonly typescript: string
  readonly hash: string
  readonly forPaper: string
}

const english: PageWords = {
  contents: 'Contents',
  figure: (number) => `Figure ${number}`,
  table: (number) => `Table ${number}`,
  fileOf: (kind, of) => `${kind} of ${of}`,
  firstRows: (shown, all) => `Rows 1 to ${grouped(shown)}; the CSV file has all ${grouped(all)}.`,
  weightOf: (axis) => `weight of ${axis}`,
  warnings: 'Warnings',
  noWarnings: 'None.',
  repeat: 'How to repeat this',
  commandLine: 'On the command line',
  typescript: 'In TypeScript',
  hash: 'SHA-256 of the data',
  forPaper: 'For a paper',
}

const spanish: PageWords = {
  contents: 'Contenido',
  figure: (number) => `Figura ${number}`,
  table: (number) => `Tabla ${number}`,
  fileOf: (kind, of) => `${kind} de la ${of.toLowerCase()}`,
  firstRows: (shown, all) => `Filas 1 a ${grouped(shown)}; el archivo CSV tiene las ${grouped(all)}.`,
  weightOf: (axis) => `peso de ${axis}`,
  warnings: 'Avisos',
  noWarnings: 'Ninguno.',
  repeat: 'Cómo repetirlo',
  commandLine: 'En la línea de órdenes',
  typescript: 'En TypeScript',
  hash: 'SHA-256 de los datos',
  forPaper: 'Para un artículo',
}

export const pageWords: Readonly<Record<ReportLanguage, PageWords>> = { en: english, es: spanish }
