import type { GroupsResult, Report, ReportSection, ReportTable, Source, Table } from '#core'
import { sourceOf } from '#analyses'
import { counted, grouped, shortNumber } from '../numbers.ts'
import { clean } from '../text.ts'
import { heatMap, mostInMap } from './pair-charts.ts'
import { repetitionOf } from './repetition.ts'
import { attempt, checkReported, inLanguage, ofOneTarget, runsOf, specOfColumns } from './report-run.ts'
import type { ReportRun } from './report-run.ts'
import { mostBars } from './score-bars.ts'
import { columnsOfData, dataText, listed, rounded, sentence, shownOf } from './wording.ts'

/** The most groups of a table. */
const mostGroups = 500

/**
 * A report of groups of columns: the heat map of similarities in the order of the tree, the groups, and the
 * columns that can stand in for one. Of more columns than a heat map has place for, the representatives of
 * the largest groups are drawn.
 *
 * @example const page = reportPage(await groupsReport(result, table))
 * @throws CribaError if it is interrupted
 */
export async function groupsReport(
  result: GroupsResult,
  data: Table | Source,
  run: ReportRun = {},
): Promise<Report> {
  checkReported('groups', result, run)
  const { source, result: one } = await ofOneTarget(sourceOf(data), result, run)
  const { features, groups } = result
  const { spec } = one
  const isWhole = features.length <= mostInMap
  const shown = isWhole ? features : groups.slice(0, mostInMap).map(({ representative }) => representative)
  const { by, linkage, bins } = spec
  const given = { ...specOfColumns(spec, source, shown), by, linkage, bins }
  const map = await attempt(() => heatMap(source, given, features.length, runsOf(run, 1)()))
  const which = isWhole
    ? []
    : [
        `Of the ${grouped(features.length)} columns the representatives of the ${grouped(shown.length)} largest groups are drawn.`,
      ]
  const report: Report = {
    title: `Groups of columns${run.data === undefined ? '' : `: ${clean(run.data)}`}`,
    data: dataText(result.data),
    question: `Which of ${columnsOfData(result.data, run.data)} carry the same information?`,
    answer: answerOf(result),
    sections: [
      {
        title: 'Similarity of the columns',
        ...('found' in map
          ? { paragraphs: which, charts: [map.found] }
          : { paragraphs: [sentence(`not shown: ${map.why}`)] }),
      },
      groupsSection(result),
      ...standInSections(result),
      ...leftOutSections(result),
    ],
    warnings: result.warnings,
    repeat: repetitionOf(result, run),
  }
  return inLanguage(report, result, run)
}

function answerOf({ groups, features, spec }: GroupsResult): string {
  const large = groups.filter(({ members }) => members.length > 1)
  const at = spec.height === null ? '' : ` at height ${shortNumber(spec.height)}`
  if (large.length === 0)
    return sentence(
      `none of the ${counted(features.length, 'column')} is in a group with others${at}: each carries information of its own`,
    )
  const [{ representative, members }] = large
  return sentence(
    `the ${counted(features.length, 'column')} are in ${counted(groups.length, 'group')}${at}, ${grouped(large.length)} of them with two columns or more; the largest has ${grouped(members.length)}, represented by ${clean(representative)}`,
  )
}

function groupsSection({ groups, relevance, spec }: GroupsResult): ReportSection {
  const shown = groups.slice(0, mostGroups)
  const hasStability = groups.some(({ stability }) => stability !== undefined)
  const large = groups.filter(({ members }) => members.length > 1).slice(0, mostBars)
  const table: ReportTable = {
    name: 'groups',
    title: shownOf(shown.length, groups.length, 'group'),
    columns: [
      'group',
      'representative',
      'columns',
      'cohesion',
      'height',
      ...(hasStability ? ['stability'] : []),
      'members',
    ],
    rows: shown.map(({ representative, members, cohesion, height, stability }, i) => [
      i + 1,
      representative,
      members.length,
      cohesion,
      height,
      ...(hasStability ? [stability ?? null] : []),
      members.map(({ feature }) => feature).join(', '),
    ]),
  }
  return {
    title: 'The groups',
    paragraphs: [
      sentence(
        `cohesion is the mean similarity of two members, height the distance at which ${spec.linkage} linkage merges the group`,
      ),
      sentence(
        relevance
          ? `a group is represented by the member with the most ${relevance} with the target`
          : 'a group is represented by the member that is most similar to the others',
      ),
      ...(hasStability
        ? [
            `Stability is the best match of a group in ${spec.stability} random halves of the rows, by Jaccard similarity.`,
          ]
        : []),
    ],
    ...(hasStability &&
      large.length > 0 && {
        charts: [
          {
            kind: 'bars',
            name: 'stability',
            title: 'Stability of the groups',
            caption: sentence(
              `the ${counted(large.length, 'group')} with two columns or more, by their representatives; 1 is the same group in every half`,
            ),
            value: { label: 'mean Jaccard similarity', from: 0, to: 1 },
            bars: large.map(({ representative, stability }) => ({
              label: representative,
              value: stability ?? null,
            })),
          },
        ],
      }),
    tables: [table],
  }
}

function standInSections({ standIns, units }: GroupsResult): readonly ReportSection[] {
  if (!standIns) return []
  const { feature, others } = standIns
  const shown = others.slice(0, mostBars)
  const [first] = others
  return [
    {
      title: `Columns that could stand in for ${clean(feature)}`,
      paragraphs: first
        ? [sentence(`the most similar is ${clean(first.feature)} (${rounded(first.similarity)})`)]
        : [],
      charts: [
        {
          kind: 'bars',
          name: 'stand-ins',
          title: `Similarity to ${clean(feature)}`,
          caption: sentence(shownOf(shown.length, others.length, 'column')),
          value: { label: `similarity (${units})` },
          bars: shown.map((other) => ({ label: other.feature, value: other.similarity })),
        },
      ],
      tables: [
        {
          name: 'stand-ins',
          title: `All columns by their similarity to ${clean(feature)}`,
          columns: ['column', 'similarity'],
          rows: others.map((other) => [other.feature, other.similarity]),
        },
      ],
    },
  ]
}

function leftOutSections({ leftOut }: GroupsResult): readonly ReportSection[] {
  if (leftOut.length === 0) return []
  return [
    {
      title: 'Columns in no group',
      paragraphs: [sentence(`in no group: ${listed(leftOut.map(({ feature }) => feature))}`)],
      tables: [
        {
          name: 'left-out',
          title: 'Columns in no group',
          columns: ['column', 'why'],
          rows: leftOut.map(({ feature, why }) => [feature, why]),
        },
      ],
    },
  ]
}
