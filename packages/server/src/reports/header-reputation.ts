import type { HeaderAnalysisReply } from '@waxseal/contract'
import { analysisWords, noAddressAsked } from '@waxseal/core/headers'
import { noThreatSource, reputationLooks, vendorLooks } from '@waxseal/core/threat'
import { bounds, cut, firstOf } from './bounds.ts'
import { styles } from './palette.ts'
import { paragraph, part, section } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { vendorTable } from './vendor-table.ts'

type Reputation = HeaderAnalysisReply['vt_results']
type Entry = Omit<Reputation['domains'][string], 'categories'>

/** An address or a domain with what is known of it. */
interface Known {
  name: string
  entry: Entry
  facts: readonly (string | null)[]
}

/**
 * What sources of reputation say of the sending address and of the domains, or why they say nothing.
 *
 * @param sendingIp null: the header shows none
 */
export function reputation(sheet: Sheet, all: Reputation, sendingIp: string | null): void {
  section(sheet, 'Reputation', () => {
    if (all.error !== null) return nothing(sheet, all.error)
    const ips = Object.entries(all.ips).map(([name, entry]) => ({
      name,
      entry,
      facts: [fact('Country', entry.country), fact('Network', entry.as_owner)],
    }))
    const domains = Object.entries(all.domains).map(([name, entry]) => ({
      name,
      entry,
      facts: [fact('Categories', entry.categories.length === 0 ? null : entry.categories.join(', '))],
    }))
    if (ips.length + domains.length === 0) paragraph(sheet, analysisWords.noReputation)
    else verdict(sheet, all.overall_verdict)
    const parts: readonly [string, readonly Known[], string][] = [
      ['IP Reputation', ips, noAddressAsked(sendingIp)],
      ['Domain Reputation', domains, analysisWords.noDomainAsked],
    ]
    for (const [title, list, why] of parts) {
      if (list.length === 0) {
        part(sheet, title, null, () => paragraph(sheet, cut(why)))
        continue
      }
      const { shown, rest } = firstOf(list, bounds.items, ['entry is', 'entries are'])
      part(sheet, title, null, () => {
        for (const known of shown) entryOf(sheet, known)
        if (rest !== null) paragraph(sheet, rest, styles.small)
      })
    }
    if (all.note !== null) {
      sheet.skip(6)
      paragraph(sheet, cut(all.note), styles.small)
    }
  })
}

function fact(label: string, value: string | null): string | null {
  return value === null ? null : `${label}: ${cut(value)}`
}

function nothing(sheet: Sheet, error: NonNullable<Reputation['error']>): void {
  if (error === 'rate_limit_exceeded') return paragraph(sheet, analysisWords.reputationLimit)
  if (error === 'not_configured') return paragraph(sheet, noThreatSource)
  paragraph(sheet, analysisWords.reputationUnavailable)
  paragraph(sheet, analysisWords.noAnswer)
}

function verdict(sheet: Sheet, says: Reputation['overall_verdict']): void {
  const look = says === null ? vendorLooks.unknown : reputationLooks[says]
  part(sheet, 'Verdict', look, () => {
    if (says === null) paragraph(sheet, analysisWords.silentSources)
  })
}

function entryOf(sheet: Sheet, { name, entry, facts }: Known): void {
  const { malicious, suspicious, harmless, smart_verdict: smart, vendor_interpretation: meaning } = entry
  sheet.need(80)
  sheet.skip(6)
  sheet.flow('H4', cut(name, bounds.cell), { ...styles.record, size: 9, leading: 13 })
  paragraph(sheet, `${malicious} malicious, ${suspicious} suspicious, ${harmless} harmless`)
  for (const each of facts) if (each !== null) paragraph(sheet, each, styles.small)
  if (smart !== undefined) paragraph(sheet, `Smart verdict: ${cut(smart)}`)
  if (meaning !== undefined) paragraph(sheet, `Vendor interpretation: ${cut(meaning)}`)
  vendorTable(sheet, entry.vendor_results)
  sheet.skip(6)
}
