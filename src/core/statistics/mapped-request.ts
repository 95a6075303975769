import type { Request } from './request.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** Replaces the variables of requests; their views stay. */
export class VariableMap {
  readonly #map: (variable: Variable) => Variable
  /** Lists are replaced once, so that a list that several requests share stays one list. */
  readonly #lists = new WeakMap<readonly unknown[], readonly unknown[]>()

  constructor(map: (variable: Variable) => Variable) {
    this.#map = map
  }

  /** The request with its variables replaced, under another view if one is given. */
  request<R extends Request>({ view, ...request }: R, viewInstead: View = view): R {
    return { ...this.#record(request), view: viewInstead } as R
  }

  #value(value: unknown): unknown {
    if (Array.isArray(value)) return this.#list(value)
    if (typeof value !== 'object' || value === null) return value
    return 'coding' in value ? this.#map(value as Variable) : this.#record(value)
  }

  #record<T extends object>(record: T): T {
    let replaced: Record<string, unknown> | undefined
    for (const [name, value] of Object.entries(record)) {
      const instead = this.#value(value)
      if (instead !== value) (replaced ??= { ...record } as Record<string, unknown>)[name] = instead
    }
    return (replaced ?? record) as T
  }

  #list(list: readonly unknown[]): readonly unknown[] {
    const known = this.#lists.get(list)
    if (known) return known
    let replaced: unknown[] | undefined
    for (let i = 0; i < list.length; i++) {
      const instead = this.#value(list[i])
      if (instead !== list[i]) (replaced ??= [...list])[i] = instead
    }
    this.#lists.set(list, replaced ?? list)
    return replaced ?? list
  }
}
