import { tableFromCsv } from 'criba'
import type { Table } from 'criba'

/** Columns of every kind that is found, around a target of two classes. */
export async function untidy(): Promise<Table> {
  const rows = Array.from({ length: 400 }, (_, i) => {
    const y = i % 3 === 0 ? 'yes' : 'no'
    return [
      `id ${i * 7}`,
      `the words of row ${i * 7}`,
      'same',
      '',
      i % 9 === 0 ? i : '',
      i === 7 ? 1 : 0,
      `level ${i >> 1}`,
      i % 40 === 0 ? -999 : i % 17,
      i % 17,
      (i % 17) * 2 + 1,
      y === 'yes' ? 'Y' : 'N',
      i % 3 === 0 ? 'lost' : '',
      `2024-01-${String((i % 28) + 1).padStart(2, '0')}`,
      ((i * 7919) % 31) + (y === 'yes' ? 2 : 0),
      ['salt and pepper', 'none', 'missing'][(i * 31) % 3],
      y,
    ].join(',')
  })
  const names = [...'abcdefghijklmn', 'salt and pepper', 'y']
  return await tableFromCsv(`${names.join(',')}\n${rows.join('\n')}\n`)
}
