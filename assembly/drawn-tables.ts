import { at, drawHypergeometric, Draws } from './hypergeometric'
import { uniform } from './random'

/** Two-way tables by their margins. */
@unmanaged
export class Tables {
  count: u32
  /** The number of rows and of columns of each. */
  sizes: usize
  /** Of each its total, then the counts of its rows, then of its columns. */
  margins: usize
}

/**
 * Draws all tables anew with the same margins, with the probability they have under permutations (Patefield
 * 1981), `times` times: writes `start` + Σ count·log₂ count of each draw, and the generator's state after it.
 * `left` has room for the columns of the widest table.
 */
export function drawTables(
  tablesAt: usize,
  drawsAt: usize,
  times: u32,
  start: f64,
  left: usize,
  sums: usize,
  states: usize,
): void {
  const tables = changetype<Tables>(tablesAt)
  const draws = changetype<Draws>(drawsAt)
  for (let time: u32 = 0; time < times; time++) {
    let sum = start
    let margins = tables.margins
    for (let table: u32 = 0; table < tables.count; table++) {
      const sizes = tables.sizes + ((<usize>table) << 3)
      sum += drawTable(load<u32>(sizes), load<u32>(sizes, 4), margins, draws, left, 0)
      margins += (1 + <usize>load<u32>(sizes) + <usize>load<u32>(sizes, 4)) << 3
    }
    store<f64>(sums + ((<usize>time) << 3), sum)
    memory.copy(states + ((<usize>time) << 4), draws.state, 16)
  }
}

/** Draws the cells of all tables, one after the other. */
export function drawCells(tablesAt: usize, drawsAt: usize, left: usize, cells: usize): void {
  const tables = changetype<Tables>(tablesAt)
  const draws = changetype<Draws>(drawsAt)
  let margins = tables.margins
  for (let table: u32 = 0; table < tables.count; table++) {
    const sizes = tables.sizes + ((<usize>table) << 3)
    const rows = <usize>load<u32>(sizes)
    const columns = <usize>load<u32>(sizes, 4)
    drawTable(<u32>rows, <u32>columns, margins, draws, left, cells)
    margins += (1 + rows + columns) << 3
    cells += (rows * columns) << 3
  }
}

/** Draws a table; returns Σ count·log₂ count. Its cells are written, unless their address is 0. */
function drawTable(rows: u32, columns: u32, margins: usize, draws: Draws, left: usize, cells: usize): f64 {
  const ofRows = margins + 8
  memory.copy(left, ofRows + ((<usize>rows) << 3), (<usize>columns) << 3)
  const last = left + ((<usize>(columns - 1)) << 3)
  let all = load<f64>(margins)
  let sum: f64 = 0
  for (let row: u32 = 0; row < rows; row++) {
    const inRow = load<f64>(ofRows + ((<usize>row) << 3))
    let open = inRow
    let pool = all
    for (let place = left; place <= last; place += 8) {
      const column = load<f64>(place)
      const count = place === last ? open : drawHypergeometric(pool, column, open, draws)
      store<f64>(place, column - count)
      sum += at(draws.logs, count)
      if (cells !== 0) {
        store<f64>(cells, count)
        cells += 8
      }
      pool -= column
      open -= count
    }
    all -= inRow
  }
  return sum
}

/**
 * Moves tables by steps of a Markov chain: each draws a 2 × 2 part of one anew within its margins, and is
 * undone where Σ count·log₂ count of all cells, at first `sum`, would fall below `least`. A table is picked
 * as often as it has degrees of freedom, of which there are `degrees`. Returns the sum.
 */
export function moveTables(
  tablesAt: usize,
  drawsAt: usize,
  cells: usize,
  degrees: f64,
  moves: u32,
  sum: f64,
  least: f64,
): f64 {
  const tables = changetype<Tables>(tablesAt)
  const draws = changetype<Draws>(drawsAt)
  const state = draws.state
  const logs = draws.logs
  for (let move: u32 = 0; move < moves; move++) {
    let sizes = tables.sizes
    let first = cells
    if (tables.count > 1) {
      const end = tables.sizes + ((<usize>(tables.count - 1)) << 3)
      let rest = uniform(state) * degrees
      for (; sizes < end; sizes += 8) {
        const rows = load<u32>(sizes)
        const columns = load<u32>(sizes, 4)
        rest -= <f64>((rows - 1) * (columns - 1))
        if (rest < 0) break
        first += (<usize>rows * <usize>columns) << 3
      }
    }
    const rows = load<u32>(sizes)
    const columns = <usize>load<u32>(sizes, 4)
    const r = <usize>below(rows, state)
    const s = <usize>otherBelow(rows, r, state)
    const c = <usize>below(<u32>columns, state)
    const d = <usize>otherBelow(<u32>columns, c, state)
    const a = first + ((r * columns + c) << 3)
    const b = first + ((r * columns + d) << 3)
    const e = first + ((s * columns + c) << 3)
    const f = first + ((s * columns + d) << 3)
    const row = load<f64>(a) + load<f64>(b)
    const column = load<f64>(a) + load<f64>(e)
    const n = row + load<f64>(e) + load<f64>(f)
    const count = drawHypergeometric(n, column, row, draws)
    if (count === load<f64>(a)) continue
    const before =
      at(logs, load<f64>(a)) + at(logs, load<f64>(b)) + at(logs, load<f64>(e)) + at(logs, load<f64>(f))
    const after =
      at(logs, count) + at(logs, row - count) + at(logs, column - count) + at(logs, n - row - column + count)
    const moved = sum + after - before
    if (moved < least) continue
    sum = moved
    store<f64>(a, count)
    store<f64>(b, row - count)
    store<f64>(e, column - count)
    store<f64>(f, n - row - column + count)
  }
  return sum
}

function below(size: u32, state: usize): u32 {
  return <u32>Math.floor(uniform(state) * <f64>size)
}

/** Another one than `first`. */
function otherBelow(size: u32, first: usize, state: usize): u32 {
  const other = below(size - 1, state)
  return other < <u32>first ? other : other + 1
}
