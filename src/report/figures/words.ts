import type { ReportLanguage } from '#core'
import { grouped } from '../numbers.ts'

/** What figures say of themselves: their legends, and the notes under them. */
export interface FigureWords {
  readonly nothing: string
  readonly unknownKind: (kind: string) => string
  /** Values, or edges of a graph, that have no place on an axis. */
  readonly notDrawn: (count: number, what: 'value' | 'x' | 'y' | 'edge', isLogarithmic: boolean) => string
  readonly withoutNodes: (count: number) => string
  readonly withoutLabels: (count: number, of: number) => string
  readonly hiddenNames: (rows: boolean, columns: boolean) => string
  readonly notInPanel: (label: string, rows: number, levels: string) => string
  readonly withoutPlace: string
  readonly noValue: string
  readonly rows: string
  readonly others: (count: number) => string
  readonly positive: (range: readonly string[]) => string
  readonly negative: (range: readonly string[]) => string
  readonly chosen: string
  readonly notChosen: string
  readonly front: string
  readonly otherSets: string
  readonly bestSet: string
  readonly asGood: string
  readonly bestAt: (alpha: string, beta: string, names: string) => string
  readonly noFeature: string
}

const english: FigureWords = {
  nothing: 'There is nothing to draw.',
  unknownKind: (kind) => `Unknown kind of chart: ${kind}.`,
  notDrawn: (count, what, isLogarithmic) => {
    const noun = `${what === 'edge' ? 'edge' : 'value'}${count === 1 ? '' : 's'}`
    const axis = what === 'x' || what === 'y' ? ` of ${what}` : ''
    const why = isLogarithmic
      ? 'zero, negative, or too small or large for a logarithmic axis'
      : 'infinite or too large'
    return `Not drawn: ${grouped(count)} ${noun}${axis} (${why}).`
  },
  withoutNodes: (count) =>
    `Not drawn: ${count} ${count === 1 ? 'edge' : 'edges'} without a node at both ends.`,
  withoutLabels: (count, of) => `Without room for their labels: ${count} of ${of} points.`,
  hiddenNames: (rows, columns) => {
    const hidden = [...(rows ? ['rows'] : []), ...(columns ? ['columns'] : [])]
    return `The names of ${hidden.join(' and ')} have no room here; they stand in the data of the figure.`
  },
  notInPanel: (label, rows, levels) => `Not drawn in ${label}: ${grouped(rows)} rows (${levels}).`,
  withoutPlace: 'without a place',
  noValue: 'no value',
  rows: 'rows',
  others: (count) => `${grouped(count)} others`,
  positive: (range) => `positive: ${range.join(' to ')}`,
  negative: (range) => `negative: ${range.join(' to ')}`,
  chosen: 'chosen',
  notChosen: 'not chosen',
  front: 'Pareto front',
  otherSets: 'other sets',
  bestSet: 'best set',
  asGood: 'as good as the best',
  bestAt: (alpha, beta, names) => `Best at α = ${alpha}, β = ${beta}: ${names}`,
  noFeature: 'no feature',
}

const spanish: FigureWords = {
  nothing: 'No hay nada que dibujar.',
  unknownKind: (kind) => `Tipo de figura desconocido: ${kind}.`,
  notDrawn: (count, what, isLogarithmic) => {
    const noun = what === 'edge' ? 'arista' : 'valor'
    const nouns = count === 1 ? noun : what === 'edge' ? 'aristas' : 'valores'
    const axis = what === 'x' || what === 'y' ? ` de ${what}` : ''
    const why = isLogarithmic
      ? 'cero, negativos, o demasiado pequeños o grandes para un eje logarítmico'
      : 'infinitos o demasiado grandes'
    return `Sin dibujar: ${grouped(count)} ${nouns}${axis} (${why}).`
  },
  withoutNodes: (count) =>
    `Sin dibujar: ${count} ${count === 1 ? 'arista' : 'aristas'} sin nodo en los dos extremos.`,
  withoutLabels: (count, of) => `Sin sitio para sus rótulos: ${count} de ${of} puntos.`,
  hiddenNames: (rows, columns) => {
    const hidden = [...(rows ? ['las filas'] : []), ...(columns ? ['las columnas'] : [])]
    return `Los nombres de ${hidden.join(' y ')} no caben aquí; están en los datos de la figura.`
  },
  notInPanel: (label, rows, levels) => `Sin dibujar en ${label}: ${grouped(rows)} filas (${levels}).`,
  withoutPlace: 'sin lugar en el eje',
  noValue: 'sin valor',
  rows: 'filas',
  others: (count) => `otros ${grouped(count)}`,
  positive: (range) => `positiva: ${range.join(' a ')}`,
  negative: (range) => `negativa: ${range.join(' a ')}`,
  chosen: 'elegida',
  notChosen: 'no elegida',
  front: 'frente de Pareto',
  otherSets: 'otros conjuntos',
  bestSet: 'mejor conjunto',
  asGood: 'tan bueno como el mejor',
  bestAt: (alpha, beta, names) => `El mejor con α = ${alpha}, β = ${beta}: ${names}`,
  noFeature: 'ninguna columna',
}

export const figureWords: Readonly<Record<ReportLanguage, FigureWords>> = { en: english, es: spanish }
