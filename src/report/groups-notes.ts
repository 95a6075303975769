import type { Similarity } from '../spec/groups-spec.ts'
import { firstFew } from '../spec/names.ts'
import type { GroupsResult } from '../trace/groups.ts'
import { codingNote } from './coding-note.ts'
import { clean, wrap } from './text.ts'
import type { Display } from './text.ts'

const formulas: Readonly<Record<Similarity, string>> = {
  'symmetrical-uncertainty': 'symmetrical uncertainty, 2·I(X;Y) / (H(X) + H(Y))',
  correlation: '|ρ|',
  'information-distance': 'I(X;Y) / H(X,Y)',
}
const words: Readonly<Record<Similarity, string>> = {
  'symmetrical-uncertainty': 'symmetrical uncertainty',
  correlation: '|ρ|',
  'information-distance': 'I(X;Y) / H(X,Y)',
}
const linkages = {
  complete: 'the greatest distance of two members',
  average: 'the mean distance of two members, one of each side',
} as const

/** What the numbers mean, which columns were left out, and how numbers became levels. */
export function groupNotes(result: GroupsResult, name: string, display: Display): string[] {
  const { spec, data, relevance, leftOut, standIns } = result
  const by =
    data.target === null
      ? 'is most similar to the other members'
      : `carries most about ${clean(data.target)}, by ${words[relevance!]}`
  const left = leftOut.map(({ feature, why }) => `${clean(feature)} ${why}`)
  const notes = [
    ...(standIns
      ? [`similarity: ${formulas[spec.by]}`]
      : [
          `height: distance, 1 − ${formulas[spec.by]}; ${spec.linkage} linkage: ${linkages[spec.linkage]}`,
          `cohesion: mean similarity of two members${stabilityText(result)}`,
          `● representative: the column that ${by}`,
        ]),
    ...(left.length > 0 ? [`in no group: ${firstFew(left, 5)}`] : []),
  ]
  return [...notes.flatMap((note) => wrap(note, display.width)), ...codingNote(result, name, display)]
}

function stabilityText({ spec: { stability } }: GroupsResult): string {
  if (stability === null) return ''
  const halves = stability === 1 ? 'a random half' : `${stability} random halves`
  return `; stability: the best match of a group in ${halves} of the rows, mean Jaccard similarity, 1 is the same group`
}
