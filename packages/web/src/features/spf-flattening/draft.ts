import { createDrafts } from '../../lib/drafts.ts'
import { isObject, isTexts } from '../../lib/stored-value.ts'

/** The create form. */
export interface Draft {
  open: boolean
  /** Empty: none is chosen. */
  domainId: string
  record: string
  /** The record as it came from a scan; null: it was typed. */
  loaded: string | null
  /** The random ending of the hosted name: one for an opened form and domain. */
  ending: string
}

export const closedForm: Draft = { open: false, domainId: '', record: '', loaded: null, ending: '' }

export const drafts = createDrafts<Draft>({ name: 'spf-flattening', keep: draft => draft, find: draftOf })

/** The maximum length of a stored text. */
const textMax = 10_000

/** A stored form, if it is valid. */
export function draftOf(kept: unknown): Draft | null {
  if (!isObject(kept)) return null
  const { open, domainId, record, loaded, ending } = kept
  if (typeof open !== 'boolean' || typeof domainId !== 'string' || typeof record !== 'string') return null
  if (!isTexts([domainId, record, loaded ?? ''], 3, textMax)) return null
  if (typeof ending !== 'string' || !/^([a-z0-9]{6})?$/.test(ending)) return null
  return { open, domainId, record, loaded: typeof loaded === 'string' ? loaded : null, ending }
}

/** Whether the record has text of the user, which nothing may replace unasked. */
export function isTyped({ record, loaded }: Pick<Draft, 'record' | 'loaded'>): boolean {
  return record.trim() !== '' && record !== loaded
}
