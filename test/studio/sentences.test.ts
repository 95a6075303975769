import { describe as describeTable, interactions, rank, select } from 'criba'
import { readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { sentenceInSpanish } from '../../studio/texts/sentences-es.ts'

it('the warnings, reasons and endings of penguins have a translation', async () => {
  const table = await readTable('examples/penguins.csv')
  const target = 'species'
  const ranking = await rank(table, { target, by: ['mutual-information', 'anova-f'] })
  const selection = await select(table, { target, method: 'jmi' })
  const others = [await describeTable(table, { target }), await interactions(table, { target })]
  const said = [
    ...[ranking, selection, ...others].flatMap(({ warnings }) => warnings.map(({ message }) => message)),
    ...ranking.rankings.flatMap(({ scores }) => scores.flatMap(({ why }) => why ?? [])),
    selection.stopped,
  ]
  expect(said.length).toBeGreaterThan(4)
  expect(said.filter((sentence) => sentenceInSpanish(sentence) === sentence)).toEqual([])
})
