import type { ReportTable } from '../../src/index.ts'
import type { PublishedScores } from './example-sets.ts'
import { setText } from './example-sets.ts'
import { bestSet, hits, maskOfAll } from './sets.ts'

/** What the three searches of the thesis choose among the first `width` columns. */
export function publishedChoice({ width, information, noise, both }: PublishedScores) {
  return {
    information: bestSet(information, width, 'higher'),
    noise: bestSet(noise, width, 'lower'),
    both: bestSet(both, width, 'higher'),
  }
}

/**
 * The table of chapter 23: its columns in their order, without the empty ones between them, after the number
 * of columns of X, which grows by one from row to row.
 */
export function publishedTable(scores: readonly PublishedScores[], right: readonly number[]): ReportTable {
  return {
    name: 'chapter-23',
    title: 'The table of chapter 23: MI in nats, DT over as many rows as a set has columns, as published',
    columns: [
      'columns',
      'set by MI',
      'set by DT',
      'set by MI-DT',
      'MI of all',
      'DT of all',
      'MI of set',
      'MI difference',
      'DT of set',
      'DT difference',
      'MI-DT of set',
      'seconds MI',
      'seconds search MI',
      'seconds DT',
      'seconds search DT',
      'seconds search MI-DT',
      'hits % MI',
      'hits % DT',
      'hits % MI-DT',
      'right columns',
    ],
    rows: scores.map((row) => rowOf(row, right)),
  }
}

function rowOf(scores: PublishedScores, right: readonly number[]): ReportTable['rows'][number] {
  const { width, information, noise, both, noiseOfAll, seconds } = scores
  const chosen = publishedChoice(scores)
  const all = maskOfAll(width)
  return [
    width,
    setText(chosen.information),
    setText(chosen.noise),
    setText(chosen.both),
    information[all],
    noiseOfAll,
    information[chosen.information],
    information[all] - information[chosen.information],
    noise[chosen.noise],
    noiseOfAll - noise[chosen.noise],
    both[chosen.both],
    seconds.informationOfAll,
    seconds.information,
    seconds.noiseOfAll,
    seconds.noise,
    seconds.both,
    hits(chosen.information, right),
    hits(chosen.noise, right),
    hits(chosen.both, right),
    right.map((column) => `x${column}`).join(' '),
  ]
}
