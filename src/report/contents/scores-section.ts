import type { IntervalsOfMethod, Ranking, RankResult, ReportSection, ReportTable } from '#core'
import { groupsOfRows } from '#analyses'
import { methodLabel } from '../command-text.ts'
import type { Attempt } from './report-run.ts'
import { scoreBars } from './score-bars.ts'
import { cell, listed, sentence } from './wording.ts'

type Intervals = IntervalsOfMethod | { readonly why: string }

/** The intervals of one of the methods, or why it has none. */
export function ofMethod(found: Attempt<readonly IntervalsOfMethod[]>, place: number): Intervals {
  if ('why' in found) return found
  const own = found.found[place]
  if (own.intervals.length > 0) return own
  return { why: 'some score is missing or infinite without one of the groups of rows' }
}

export function scoresSection(
  ranking: Ranking,
  name: string,
  found: Intervals,
  unfit: readonly string[],
): ReportSection {
  const intervals = 'why' in found ? null : found
  return {
    title: `Scores by ${methodLabel(ranking)}`,
    paragraphs: [
      'why' in found
        ? sentence(`no intervals: ${found.why}`)
        : `The intervals are those of the delete-a-group jackknife: the columns are scored again without each of ${groupsOfRows} random groups of rows, and Student's t has ${groupsOfRows - 1} degrees of freedom.`,
      ...(unfit.length > 0
        ? [
            sentence(
              `without a place, at the end of the table: ${listed(unfit)}; identifiers and free texts only name their rows`,
            ),
          ]
        : []),
    ],
    charts: [scoreBars(ranking, name, { intervals })],
    tables: [scoresTable(ranking, name, intervals)],
  }
}

function scoresTable(
  { scores, units }: Ranking,
  name: string,
  intervals: IntervalsOfMethod | null,
): ReportTable {
  const ends = new Map(intervals?.intervals.map((one) => [one.feature, one]))
  const hasP = scores.some(({ pValue }) => pValue !== undefined)
  const hasQ = scores.some(({ qValue }) => qValue !== undefined)
  const hasWhy = scores.some(({ why }) => why !== undefined)
  return {
    name,
    title: 'All scores',
    columns: [
      'rank',
      'column',
      `score (${units})`,
      ...(intervals ? ['low', 'high', 'standard error'] : []),
      ...(hasP ? ['p', 'p from'] : []),
      ...(hasQ ? ['q'] : []),
      'n',
      ...(hasWhy ? ['note'] : []),
    ],
    rows: scores.map(({ rank, feature, score, pValue, pFrom, qValue, n, why }) => {
      const interval = ends.get(feature)
      return [
        rank,
        feature,
        cell(score),
        ...(intervals ? [interval?.low ?? null, interval?.high ?? null, interval?.error ?? null] : []),
        ...(hasP ? [pValue ?? null, pFrom ?? null] : []),
        ...(hasQ ? [qValue ?? null] : []),
        n,
        ...(hasWhy ? [why ?? null] : []),
      ]
    }),
  }
}

export function meanRankSection({ rankings, meanRank = [] }: RankResult): ReportSection {
  const ranks = rankings.map(({ scores }) => new Map(scores.map(({ feature, rank }) => [feature, rank])))
  return {
    title: 'The methods side by side',
    paragraphs: [
      'The mean rank is over the methods that scored a column; a rank among fewer columns is rescaled to all.',
    ],
    tables: [
      {
        name: 'mean-ranks',
        title: 'Ranks by each method',
        columns: ['column', 'mean rank', ...rankings.map((one) => methodLabel(one))],
        rows: meanRank.map(({ feature, rank }) => [
          feature,
          rank,
          ...ranks.map((of) => of.get(feature) ?? null),
        ]),
      },
    ],
  }
}
