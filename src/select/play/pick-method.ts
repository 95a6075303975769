import { unknownName } from '../../spec/error.ts'
import type { Catalogue } from '../../trace/catalogue.ts'

/** A catalogue with the one method of that name; an unknown name is an error that offers the nearest. */
export function pickMethod(catalogue: Catalogue, id: string): Catalogue {
  const found = catalogue.methods.find((method) => method.id === id)
  if (found) return { ...catalogue, methods: [found] }
  throw unknownName(
    'method',
    id,
    catalogue.methods.map((method) => method.id),
    '`criba methods` lists them',
  )
}
