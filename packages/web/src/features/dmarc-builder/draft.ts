import { failureOptions } from '@waxseal/core/dmarc'
import { createDrafts } from '../../lib/drafts.ts'
import { isObject, isOneOf, isTexts } from '../../lib/stored-value.ts'
import { type Draft, draftOf } from './form-values.ts'
import { policies } from './policies.ts'
import type { Made } from './record-sheet.tsx'
import type { Start } from './start.ts'

/** The state of a builder: its initial values, the form, and the generated record. */
export interface Work {
  start: Start
  draft: Draft
  made: Made | null
}

export function beginning(start: Start): Work {
  const made = start.from === 'saved' ? { dns_record: start.record, warnings: [], external_reports: [] } : null
  return { start, draft: draftOf(start.settings), made }
}

/**
 * By `targetKey`. The form is kept across a page reload and applied over the domain's data of that time. The generated
 * record is fetched from the server again.
 */
export const drafts = createDrafts<Work>({
  name: 'dmarc',
  keep: ({ draft }) => draft,
  find: (stored, fresh) => (isDraft(stored) ? { ...fresh, draft: stored } : null),
})

/** The longest text that the server accepts. */
const addressesMax = 8_000

const policyNames = policies.map(({ value }) => value)
const alignments = ['r', 's'] as const

export function isDraft(value: unknown): value is Draft {
  return (
    isObject(value) &&
    isTexts([value['rua_email'], value['ruf_email'], value['pct']], 3, addressesMax) &&
    isOneOf(value['policy'], policyNames) &&
    isOneOf(value['sp_policy'], ['', ...policyNames]) &&
    isOneOf(value['np_policy'], ['', ...policyNames]) &&
    typeof value['testing'] === 'boolean' &&
    isOneOf(value['adkim'], alignments) &&
    isOneOf(value['aspf'], alignments) &&
    isOneOf(value['fo'], failureOptions)
  )
}
