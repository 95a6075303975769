import { tableFromCsv } from 'criba'
import type { ReadOptions } from 'criba/node'
import { expect } from 'vitest'
import { cells } from './cells.ts'

interface ColumnOptions extends Pick<ReadOptions, 'types' | 'decimal' | 'missingWords'> {
  readonly name?: string
  readonly separator?: string
}

/** The column of a text with these cells, beside a column of numbers. */
export async function readColumn(
  texts: readonly string[],
  { name = 'x', separator = ',', ...options }: ColumnOptions = {},
) {
  const lines = texts.map((cell, row) => `"${cell}"${separator}${row}`)
  const text = `${name}${separator}row\n${lines.join('\n')}\n`
  const { columns, warnings } = await tableFromCsv(text, options)
  expect(cells(columns[1])).toEqual(texts.map((_, row) => row))
  return { type: columns[0].type, values: cells(columns[0]), warnings }
}
