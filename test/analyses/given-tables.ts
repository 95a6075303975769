import { tableFromColumns } from 'criba'
import { randomOf } from '../contract/tables.ts'

/** Columns of which `follower` and `y` follow `batch` alone, and `xor` is that of `batch` and `other`. */
export function confoundedTable() {
  const bit = (row: number, place: number) => (row >> place) & 1
  const all = [...Array(400).keys()]
  const draws = randomOf(3)
  const follows = (row: number) => (draws() < 0.8 ? bit(row, 1) : 1 - bit(row, 1))
  return tableFromColumns(
    {
      batch: all.map((row) => bit(row, 1)),
      other: all.map((row) => bit(row, 0)),
      follower: all.map(follows),
      y: all.map((row) => (follows(row) === 1 ? 'b' : 'a')),
      xor: all.map((row) => bit(row, 0) ^ bit(row, 1)),
    },
    { '*': 'categorical' },
  )
}
