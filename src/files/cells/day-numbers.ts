/** Days since 1970 in the Gregorian calendar; `null` if there is no such day. */
export function dayNumber(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  // Years start in March here, so that a leap day is the last day of its year.
  const y = (month > 2 ? year : year - 1) + 400
  const m = month > 2 ? month - 3 : month + 9
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day - 1 - 865565
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * The Monday of a week of ISO 8601, as days since 1970: week 1 has 4 January. `null` if the year has no such
 * week.
 */
export function mondayOfWeek(year: number, week: number): number | null {
  const first = mondayBefore(dayNumber(year, 1, 4)!)
  const monday = first + (week - 1) * 7
  return week >= 1 && monday < mondayBefore(dayNumber(year + 1, 1, 4)!) ? monday : null
}

/** The last Monday up to a day; 1970 began on a Thursday. */
function mondayBefore(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7)
}

/** The year with these last two digits among the hundred years that begin with `from`. */
export function fullYear(year: number, from: number): number {
  return from + ((((year - from) % 100) + 100) % 100)
}

/** Two-digit years are 1969 to 2068, as in POSIX, if the column does not say otherwise. */
export const firstShortYear = 1969
