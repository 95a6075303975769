import type { NameHint } from './time-names.ts'
import type { ParsedTime } from './time-texts.ts'

/** Fewer different numbers behind dates may be other numbers than hours. */
const fewestHours = 4
const fewestOfDay = 6
const hoursOfDay = 24
/** Numbers up to noon alone may count something. */
const noon = 12

/**
 * Notes the hours of a column that stand alone behind dates, as in `01/01/2020 07`. A number there may also
 * count what came on that day.
 */
export class HoursAlone {
  /** How many cells have one. */
  cells = 0
  /** A cell with the hour 24, in which day and month are certain: midnight of the next day. */
  midnight: string | undefined
  /** How many cells have each number. */
  readonly #counts = new Float64Array(hoursOfDay + 1)
  #haveTwoDigits = true

  add({ hourAlone, seconds, orders }: ParsedTime, cell: string, count: number): void {
    const isCertain = orders === 'known' || orders.length === 1
    if (seconds === hoursOfDay * 3600 && isCertain) this.midnight ??= cell.trim()
    if (hourAlone === undefined) return
    this.cells += count
    this.#counts[Number(hourAlone)] += count
    this.#haveTwoDigits &&= hourAlone.length === 2
  }

  /** Whether they are hours and nothing else, by themselves and by the name of the column. */
  areSure({ timeOfDay }: NameHint): boolean {
    const taken = [...this.#counts.keys()].filter((hour) => this.#counts[hour] > 0)
    if (taken.length < fewestHours || taken[taken.length - 1] <= noon || this.#areCounted(taken)) return false
    // Of hours from 0 to 23 and from 1 to 24 both name midnight.
    if (this.#counts[0] > 0 && this.#counts[hoursOfDay] > 0) return false
    // Lots of a day end before its last hours.
    const areAllDay = taken[0] === 0 || taken[taken.length - 1] >= hoursOfDay - 1
    return (
      (areAllDay && taken.length >= fewestOfDay && this.#haveTwoDigits) ||
      timeOfDay ||
      taken.length === hoursOfDay
    )
  }

  /** Whether they begin with 1 and come ever more rarely, as numbers do that count the rows of a day. */
  #areCounted(taken: readonly number[]): boolean {
    const counts = taken.map((hour) => this.#counts[hour])
    const isFalling = counts.every((count, i) => i === 0 || count <= counts[i - 1])
    return taken[0] === 1 && isFalling && counts[counts.length - 1] * 2 < counts[0]
  }
}
