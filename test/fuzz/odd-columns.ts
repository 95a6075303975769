import type { Cell } from '../contract/tables.ts'
import type { Draw } from './draw.ts'

/** Draws what the whole column has in common, then a cell for each row. */
type Kind = (draw: Draw) => (row: number) => Cell

const letters: Kind = (draw) => {
  const levels = 1 + draw.whole(5)
  return () => 'abcde'[draw.whole(levels)]
}
const normal: Kind = (draw) => () => draw.number() + draw.number() + draw.number() - 1.5
const wholeNumbers: Kind = (draw) => {
  const levels = 2 + draw.whole(6)
  return () => draw.whole(levels)
}

/** Levels that a program may handle wrongly. */
const oddLevels = [
  '',
  ' ',
  ' a',
  'a ',
  'A',
  'a',
  'NA',
  'null',
  'NaN',
  'inf',
  '0',
  '-0',
  '1.0',
  '__proto__',
  'constructor',
  'a,b',
  'say "so"',
  "it's",
  'two\nlines',
  'tab\there',
  'é',
  'e\u0301',
  '😀',
  '\u{10ffff}',
  '\uffff',
  '\u2028',
  'x'.repeat(300),
] as const

/** Kinds of numeric columns, by their oddity. */
export const numberKinds: Readonly<Record<string, Kind>> = {
  normal,
  'whole numbers': wholeNumbers,
  'rounded to eighths': (draw) => () => draw.whole(40) / 8,
  'one value': (draw) => {
    const value = draw.pick([0, -0, 1, 0.1, 1.7e308, 5e-324, 2 ** 53])
    return () => value
  },
  'all missing': () => () => null,
  'one value present': () => (row) => (row === 0 ? 1 : null),
  'mostly missing': (draw) => () => (draw.chance(0.8) ? null : draw.number()),
  'from end to end': (draw) => () => draw.pick([-1e308, 1e308]),
  'ends and the middle': (draw) => () => draw.pick([-1.7e308, 1.7e308, 0, 1, draw.number()]),
  'large, of one sign': (draw) => () => 1e308 * draw.number(),
  'squares too large': (draw) => () => 1e160 * draw.whole(4),
  'squares too small': (draw) => () => 1e-170 * draw.whole(9),
  denormal: (draw) => () => 5e-324 * draw.whole(5),
  'zeros of either sign': (draw) => () => draw.pick([0, -0, 0, 1]),
  'huge integers': (draw) => () => 2 ** 53 + 2 * draw.whole(6),
  'beyond whole numbers': (draw) => () => draw.pick([2 ** 63, 2 ** 64, -(2 ** 63), 1e30]),
  'on an offset': (draw) => () => 1e12 + draw.whole(8) / 4,
  'of all sizes': (draw) => () => 10 ** (draw.whole(600) - 300),
  'not finite': (draw) => () => draw.pick([1, 2, NaN, Infinity, -Infinity]),
  'one other value': (draw) => {
    const at = draw.whole(4)
    return (row) => (row === at ? 1 : 0)
  },
  'the row': () => (row) => row,
  'the row, large': () => (row) => 1e9 + row * 7,
}

/** Kinds of categorical columns, by their oddity. */
export const levelKinds: Readonly<Record<string, Kind>> = {
  letters,
  'two letters': (draw) => () => draw.pick(['no', 'yes']),
  'odd names': (draw) => {
    const levels = draw.some(oddLevels, 2 + draw.whole(5))
    return () => draw.pick(levels)
  },
  'one level': (draw) => {
    const level = draw.pick(oddLevels)
    return () => level
  },
  'a level a row': () => (row) => `id ${row}`,
  'mostly missing': (draw) => () => (draw.chance(0.8) ? null : draw.pick(['a', 'b'])),
  'numbers as texts': (draw) => () => String(draw.whole(4)),
  'texts among numbers': (draw) => () => (draw.chance(0.1) ? 'none' : String(draw.number())),
}

/** Names of columns that a program or an engine may handle wrongly. */
export const oddNames = [
  'X',
  'a b',
  ' padded ',
  'a,b',
  'a=b',
  'a:b',
  'say "so"',
  "it's",
  'two\nlines',
  '__proto__',
  'constructor',
  'toString',
  'select',
  'rowid',
  'c0',
  'é',
  '😀',
  'n'.repeat(200),
  '0',
  '-1',
  '*',
] as const
