import { addToLogSum } from './log-sum'

/** Adds the `width` numbers of each row to `width` sums, row by row. */
export function addRows(values: usize, rows: u32, width: u32, sums: usize): void {
  for (let row: u32 = 0; row < rows; row++) {
    for (let i: u32 = 0; i < width; i++) {
      const at = i << 3
      store<f64>(sums + at, load<f64>(sums + at) + load<f64>(values + at))
    }
    values += width << 3
  }
}

/** Adds log(r + 2.2·10⁻¹⁶) of the distance r of each row to a sum of logarithms. */
export function addLogs(distances: usize, rows: u32, sum: usize): void {
  for (let row: u32 = 0; row < rows; row++) addToLogSum(sum, load<f64>(distances + (row << 3)))
}

/** Counts the rows with a mark. */
export function countMarks(marks: usize, rows: u32, mark: u32): u32 {
  let count: u32 = 0
  for (let row: u32 = 0; row < rows; row++) count += (load<u8>(marks + row) & mark) != 0 ? 1 : 0
  return count
}
