import * as wording from '@waxseal/contract/wording'
import { type DmarcSettings, readPct, readReportAddresses } from '@waxseal/core/dmarc'
import { asciiName } from '../../lib/domain-name.ts'

/** The form as typed: the settings, with `pct` as text. */
export type Draft = Omit<DmarcSettings, 'pct'> & { pct: string }

export type Errors = Partial<Record<'rua_email' | 'ruf_email' | 'pct', string>>

export function draftOf(settings: DmarcSettings): Draft {
  return { ...settings, pct: String(settings.pct) }
}

/** The settings of a draft, and the errors that prevent sending them. Text that is no number counts as 100. */
export function readDraft(draft: Draft): { settings: DmarcSettings; errors: Errors } {
  const errors: Errors = {}
  const pct = readPct(draft.pct)
  if (pct === null) errors.pct = wording.pctRange
  const rua = readReportAddresses(draft.rua_email, asciiName)
  if (!rua.ok) errors.rua_email = rua.message
  else if (rua.addresses.length === 0) errors.rua_email = wording.enterRua
  const ruf = readReportAddresses(draft.ruf_email, asciiName)
  if (!ruf.ok) errors.ruf_email = ruf.message
  return { settings: { ...draft, pct: pct ?? 100 }, errors }
}
