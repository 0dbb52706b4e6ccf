import { checkIds, recordTypes } from '@waxseal/core/check'
import { z } from 'zod'

const publishedRecord = z.object({
  name: z.string(),
  type: z.enum(recordTypes),
  value: z.string(),
})

const spfField = z.object({ tool: z.literal('spf'), field: z.enum(['all', 'entries', 'includes']) })
const dmarcField = z.object({ tool: z.literal('dmarc'), field: z.enum(['policy', 'rua', 'sp', 'pct', 'test']) })

const byKind = z.union([
  z.object({
    kind: z.literal('publish'),
    record: publishedRecord,
    replaces: z.string().nullable(),
    builder: z.union([spfField, dmarcField]).nullable(),
  }),
  z.object({ kind: z.literal('builder'), ...spfField.shape }),
  z.object({ kind: z.literal('builder'), ...dmarcField.shape }),
  z.object({
    kind: z.literal('edit'),
    name: z.string(),
    type: z.string(),
    adds: z.boolean(),
    remove: z.string().nullable(),
  }),
  z.object({ kind: z.literal('selector') }),
  z.object({ kind: z.literal('delist'), list: z.string(), subject: z.string(), url: z.string(), self: z.boolean() }),
  z.object({ kind: z.literal('see'), check: z.enum(checkIds) }),
  z.object({ kind: z.literal('retry'), at: z.string() }),
  z.object({
    kind: z.literal('serve'),
    url: z.string(),
    text: z.string().nullable(),
    record: publishedRecord.nullable(),
    exists: z.boolean(),
  }),
  z.object({
    kind: z.literal('ask'),
    party: z.enum([
      'registrar',
      'dns-provider',
      'mail-provider',
      'mail-administrator',
      'host-provider',
      'zone-administrator',
      'threat-source',
    ]),
    name: z.string().nullable(),
    record: publishedRecord.nullable(),
  }),
])

/** What resolves a finding. `advised`: the other records that the advice spells out, for cases that only the owner knows. */
export const action = byKind.and(z.object({ advised: z.array(publishedRecord).exactOptional() }))
