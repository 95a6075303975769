import { otherMarkQuery, thousandsQuery } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

/** What is said of numbers by the marks in them: decimal ones, or those that separate thousands. */
export const markTexts = {
  'thousands-marks': {
    code: 'thousands-marks',
    start: 'numbers with thousands separators, read without them',
    end: '',
  },
  'grouped-amounts': {
    code: 'unclear-marks',
    start:
      'amounts with a mark before three digits, which is the decimal mark of other columns, read as categorical',
    end: 'for three decimals name the mark with --decimal, for thousands say',
    query: thousandsQuery,
  },
  'amounts-beside-both': {
    code: 'unclear-marks',
    start:
      'amounts with a mark before three digits, which may be a decimal mark or a thousands separator, beside columns of both decimal marks, read as categorical',
    end: 'for thousands say',
    query: thousandsQuery,
  },
  'other-mark': {
    code: 'unclear-marks',
    start: 'numbers with another decimal mark than the one given, read as categorical',
    end: 'for numbers say',
    query: otherMarkQuery,
  },
  'other-mark-units': {
    code: 'unclear-marks',
    start: 'numbers with a unit and another decimal mark than the one given, read as categorical',
    end: 'without --decimal each column is read by its own mark',
  },
  'unclear-marks': {
    code: 'unclear-marks',
    start: 'numbers whose mark may be a decimal mark or a thousands separator, read as categorical',
    end: 'write them without thousands separators, or say which mark is the decimal one, as in',
    mend: (readers, marks) => marks.remedyFor(readers),
  },
} as const satisfies Record<string, WarningText>
