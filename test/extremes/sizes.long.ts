import { rankers } from 'criba/methods'
import { it } from 'vitest'
import { acceptsCategories } from './categories.ts'

it.each(rankers.map(({ id }) => id))('%s accepts five thousand categories', (id) =>
  acceptsCategories(id, 5_000),
)
