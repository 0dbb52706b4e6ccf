import { z } from 'zod'
import {
  addBlocklistRoute,
  deleteBlocklistRoute,
  listBlocklistsRoute,
  setBlocklistsOffRoute,
} from './blocklists.route.ts'
import { endpoint } from './endpoint.ts'
import * as listWording from './own-blocklists.ts'
import { isPrintable, isVisible } from './printable.ts'
import * as wording from './wording.ts'

/** `ip`: asked about addresses. `domain`: asked about domain names. */
const kind = z.enum(['ip', 'domain'])

const line = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(listWording.ownListLimits.characters, listWording.textTooLong)
    .refine(isPrintable, wording.keyNameUnprintable)
    .refine(isVisible, missing)

const code = z.object({
  /** An address in 127.0.0.0/8. */
  address: z.string().max(20),
  meaning: z.string(),
})

const ownBlocklist = z
  .object({
    id: z.string(),
    name: z.string(),
    zone: z.string(),
    kind,
    /** The answers that are listings. Empty: each answer in 127.0.0.0/8. */
    codes: z.array(code),
    added_at: z.string(),
    /**
     * What its test entries (RFC 5782 section 5) answered when it was added. `unchecked`: no answer. Each scan tests it
     * again, and a list that fails gives no verdict.
     */
    test: z.object({ state: z.enum(['passed', 'failed', 'unchecked']), reason: z.string().nullable() }),
  })
  .meta({ id: 'OwnBlocklist' })

const off = z.array(z.string().max(64)).max(100)

export const listBlocklists = endpoint({
  route: listBlocklistsRoute,
  summary: 'Returns the blocklists of the catalogue with those that are off, and the own lists of the workspace.',
  status: 200,
  reply: z.object({
    catalogue: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        zone: z.string(),
        kind,
        /** The workspace turned it off. */
        off: z.boolean(),
        /** The operator of the server turned it off for everyone. */
        off_here: z.boolean(),
      }),
    ),
    own: z.array(ownBlocklist),
    /** The most own lists of a workspace. */
    limit: z.number().int(),
    /** Whether the plan has this. Without it the settings are kept, and scans ask the lists of the plan. */
    allowed: z.boolean(),
  }),
  errors: ['unauthorized'],
})

export const setBlocklistsOff = endpoint({
  route: setBlocklistsOffRoute,
  summary: 'Sets which lists of the catalogue the scans of the workspace do not ask. They leave the total.',
  status: 200,
  body: z.object({ off }),
  reply: z.object({ off }),
  errors: ['unauthorized', 'validation', 'feature_locked'],
})

export const addBlocklist = endpoint({
  route: addBlocklistRoute,
  summary:
    'Adds an own blocklist, which the next scans ask too, and looks up its test entries. Its results are counted apart ' +
    'from those of the catalogue and cost no points.',
  status: 201,
  body: z.object({
    name: line(listWording.enterListName),
    zone: z.string().max(400),
    kind,
    codes: z
      .array(z.object({ address: z.string().trim().max(20), meaning: line(listWording.enterCodeMeaning) }))
      .max(listWording.ownListLimits.codes)
      .default([]),
  }),
  reply: ownBlocklist,
  errors: ['unauthorized', 'validation', 'feature_locked', 'conflict'],
})

export const deleteBlocklist = endpoint({
  route: deleteBlocklistRoute,
  summary: 'Deletes an own blocklist. Stored scans keep its results.',
  status: 204,
  params: z.object({ id: z.string().max(64) }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found'],
})
