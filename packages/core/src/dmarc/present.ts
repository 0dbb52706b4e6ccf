import { failureWords, type Section, uncheckedWords } from '../check/index.ts'
import { displayText, shownText } from '../dns/index.ts'
import { elsewhereText } from './elsewhere-words.ts'
import { repairDmarc } from './repair.ts'
import type { DmarcElsewhere, DmarcExternalDestination, DmarcProblem, DmarcReading, DmarcValue } from './value.ts'

/** The domain's DMARC on the wire. */
export interface DmarcReply {
  reading: DmarcReading
  rfc7489: DmarcReading
  differs: boolean
  external: readonly DmarcExternalDestination[]
  errors: readonly DmarcProblem[]
  warnings: readonly DmarcProblem[]
  /** Texts that look meant as the domain's record, and that receivers do not use, each with a sentence. */
  elsewhere: readonly (DmarcElsewhere & { message: string })[]
}

/** The part of the specification's `dns` that is about DMARC. */
export interface DmarcSummary {
  dmarc_found: boolean
  dmarc_record: string | null
  dmarc_error: string | null
}

export function dmarcSummary(section: Section<DmarcValue>): DmarcSummary {
  if (!section.ran) return { dmarc_found: false, dmarc_record: null, dmarc_error: uncheckedWords[section.reason] }
  const { reading } = section.value
  const open = section.gaps.find(({ question }) => question.name.startsWith('_dmarc.'))
  return {
    dmarc_found: reading.record !== null || reading.multiple,
    dmarc_record: reading.record === null ? null : shownText(reading.record.text),
    dmarc_error: reading.unchecked ? failureWords[open?.reason ?? 'servfail'] : null,
  }
}

/** Null: could not be checked. `nonMail`: the domain neither sends nor receives mail, and needs no reports. */
export function presentDmarc(section: Section<DmarcValue>, nonMail: boolean | null = null): DmarcReply | null {
  if (!section.ran) return null
  const { reading, rfc7489, external } = section.value
  const several = {
    code: 'several-records',
    message: 'one name has several DMARC records, so receivers use none of them',
  }
  return {
    reading: readingReply(reading),
    rfc7489: readingReply(rfc7489),
    differs:
      !reading.unchecked &&
      !rfc7489.unchecked &&
      (reading.policy !== rfc7489.policy ||
        reading.location !== rfc7489.location ||
        (reading.policy !== null && reading.testing !== rfc7489.testing)),
    external,
    errors: [...(reading.multiple ? [several] : []), ...(reading.record?.errors ?? [])],
    warnings: (reading.record?.warnings ?? []).filter(
      // Above the domain, psd=y may be right.
      ({ code }) => (code !== 'rua-missing' || nonMail !== true) && (code !== 'psd-suffix' || !reading.inherited),
    ),
    elsewhere: elsewhereNotes(section.value),
  }
}

/** Texts that look meant as the domain's record, and that receivers do not use, each with a sentence. */
export function elsewhereNotes({ elsewhere = [], ignored = [], walked }: DmarcValue): DmarcReply['elsewhere'] {
  const [domain = ''] = walked
  // Of several records at the domain's own name an error tells.
  const own = ignored.length > 1 ? [] : ignored.map(text => ({ where: 'own' as const, name: `_dmarc.${domain}`, text }))
  return [...own, ...elsewhere].map(found => {
    const shown = { ...found, text: displayText(found.text, 200) }
    return { ...shown, message: elsewhereText(shown, repairDmarc(found.text).causes) }
  })
}

function readingReply(reading: DmarcReading): DmarcReading {
  const { record } = reading
  return record === null ? reading : { ...reading, record: { ...record, text: shownText(record.text) } }
}
