import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { addWatchedRoute, deleteWatchedRoute, listWatchedRoute } from './watched-addresses.route.ts'

/** One watched address, or a range of at most 256. */
const watchedItem = z
  .object({
    id: z.string(),
    /** "192.0.2.1", "192.0.2.0/28" or an IPv6 address, canonical. */
    range: z.string(),
    /** How many addresses it has. */
    addresses: z.number().int(),
    added_at: z.string(),
    /** ISO 8601 of the end of the last check; null: not checked yet. */
    checked_at: z.string().nullable(),
    /** What is listed, worst list first. */
    listings: z.array(z.object({ address: z.string(), list: z.string(), since: z.string() })),
    /** Lookups of the last check that got no answer. */
    unchecked: z.number().int(),
  })
  .meta({ id: 'WatchedAddress' })

const watched = z.object({
  addresses: z.array(watchedItem),
  /** Addresses in all ranges together, and how many an account may have. */
  used: z.number().int(),
  limit: z.number().int(),
  /** The plan has watched addresses. */
  allowed: z.boolean(),
})

export const listWatched = endpoint({
  route: listWatchedRoute,
  summary: 'Returns the watched addresses with their blocklist listings.',
  status: 200,
  reply: watched,
  errors: ['unauthorized'],
})

export const addWatched = endpoint({
  route: addWatchedRoute,
  summary: 'Watches an IP address, or a range of at most 256 addresses. Blocklists are asked once a day.',
  status: 201,
  body: z.object({ range: z.string().max(100) }),
  reply: watchedItem,
  errors: ['unauthorized', 'validation', 'feature_locked', 'conflict'],
})

export const deleteWatched = endpoint({
  route: deleteWatchedRoute,
  summary: 'Stops watching an address or range.',
  status: 204,
  params: z.object({ id: z.string().max(64) }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found'],
})
