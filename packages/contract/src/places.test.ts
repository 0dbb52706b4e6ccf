import { type Place, places } from '@waxseal/core/assistant'
import { expect, it } from 'vitest'
import * as routes from './routes.ts'

const roleOf = new Map(
  Object.values(routes).flatMap(route =>
    typeof route === 'object' && 'role' in route ? [[route.id as string, route.role as string]] : [],
  ),
)

it.each(Object.entries<Place>(places).filter(([, { call }]) => call !== undefined))(
  'the analyst says of %s the role that its call needs',
  (_id, { call = '', least }) => {
    expect(roleOf.get(call)).toBe(least)
  },
)
