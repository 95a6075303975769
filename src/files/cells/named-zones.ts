/** More names are not kept. */
const mostNames = 5

/** The names of time zones whose offset is not certain, in the cells of a column. */
export class NamedZones {
  cells = 0
  /** Whether all are of one zone, in winter or summer. */
  areOne = true
  #zone: string | undefined
  readonly #names = new Set<string>()

  /** Adds the name in a cell that occurs `count` times; says whether it is of the zone of the first one. */
  add(name: string, count: number): boolean {
    this.cells += count
    if (this.#names.size < mostNames) this.#names.add(name)
    const zone = withoutSeason(name)
    this.#zone ??= zone
    if (zone !== this.#zone) this.areOne = false
    return zone === this.#zone
  }

  get names(): string {
    return [...this.#names].join(', ')
  }
}

/** CET and CEST, EST and EDT, MEZ and MESZ are the clock of one place. */
function withoutSeason(name: string): string {
  return name.replace(/[SD]?([TZ])$/, '$1')
}
