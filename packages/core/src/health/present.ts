import { type CheckId, checkIds, type Evidence, isBogus, severityOf } from '../check/index.ts'
import type { DmarcReading, DmarcValue } from '../dmarc/index.ts'
import { displayText } from '../dns/index.ts'
import { rank, type Tier } from '../plan/index.ts'
import { presentThreat } from '../threat/index.ts'
import { failureWords, gapLines, uncheckedLine } from './failure-words.ts'
import { wordsOf } from './findings.ts'
import { blacklistReply, dkimReply, dkimSummary, relayReply, transportReply } from './present-checks.ts'
import type { FindingReply, ScanReply, SectionReply } from './reply.ts'
import type { ScanResult, Sections } from './scan.ts'

/** Characters shown of one TXT record. */
const longestText = 4_096

/**
 * The specification's shape of a scan result, for the API and `waxseal scan --json`. Made here and nowhere else.
 *
 * @param reader the plan of who reads it now, which decides about smart interpretation; the plan of the scan if absent
 */
export function presentScan(result: ScanResult, reader: Tier = result.basis.tier): ScanReply {
  const { sections, score } = result
  const findings = findingsReply(result)
  return {
    domain_name: result.name,
    health_score: score,
    risk_score: score === null ? null : 100 - score,
    issues: findings.filter(({ severity }) => severity !== 'info').map(({ reason }) => reason),
    deductions: Object.fromEntries(result.deductions.map(({ reason, points }) => [reason, points])),
    results: {
      mx: mxReply(sections.mx),
      dns: { ...dnsReply(sections.dns), ...dmarcSummary(sections.dmarc), ...dkimSummary(sections.dkim) },
      spf: sections.spf.ran
        ? {
            records: sections.spf.value.records.map(shown),
            lookalikes: sections.spf.value.lookalikes.map(shown),
            tree: sections.spf.value.tree,
          }
        : null,
      dmarc: sections.dmarc.ran ? dmarcReply(sections.dmarc.value) : null,
      dkim: dkimReply(sections.dkim),
      blacklist: blacklistReply(sections.blacklist, result.basis.tier),
      threat_intelligence: presentThreat(sections.threat, { smart: rank(reader) > 0 }),
      relay: relayReply(sections.relay),
      transport: transportReply(result),
    },
    sections: {
      dns: sectionReply(sections.dns, result.remembered.dns),
      mx: sectionReply(sections.mx, result.remembered.mx),
      spf: sectionReply(sections.spf, result.remembered.spf),
      dmarc: sectionReply(sections.dmarc, result.remembered.dmarc),
      dkim: sectionReply(sections.dkim, result.remembered.dkim),
      blacklist: sectionReply(sections.blacklist, result.remembered.blacklist),
      threat: sectionReply(sections.threat, result.remembered.threat),
      relay: sectionReply(sections.relay, result.remembered.relay),
      transport: sectionReply(sections.transport, result.remembered.transport),
    },
    findings,
    unchecked: checkIds.flatMap(check => {
      const section = sections[check]
      return section.ran ? gapLines(check, section.gaps) : [uncheckedLine(check, section.reason)]
    }),
    evidence: evidenceOf(result),
    coverage: result.coverage,
    basis: result.basis,
    started_at: result.startedAt,
    finished_at: result.finishedAt,
  }
}

/** A TXT's text as it may be shown: nothing in it moves or hides what stands around it. */
function shown(text: string): string {
  return displayText(text, longestText)
}

function mxReply(section: Sections['mx']): ScanReply['results']['mx'] {
  if (!section.ran) return { success: false, records: [], hosts: [], implicit: null }
  const { hosts, implicit } = section.value
  const records = hosts.map(({ preference, host, addresses }) => ({
    priority: preference,
    host,
    ip: addresses[0] ?? null,
  }))
  return { success: true, records, hosts, implicit }
}

function dnsReply(
  section: Sections['dns'],
): Pick<ScanReply['results']['dns'], 'a_records' | 'aaaa_records' | 'txt_records'> {
  const { a, aaaa, txt } = section.ran ? section.value : { a: [], aaaa: [], txt: [] }
  return { a_records: a.map(ip => ({ ip })), aaaa_records: aaaa.map(ip => ({ ip })), txt_records: txt.map(shown) }
}

function dmarcSummary(
  section: Sections['dmarc'],
): Pick<ScanReply['results']['dns'], 'dmarc_found' | 'dmarc_record' | 'dmarc_error'> {
  if (!section.ran) return { dmarc_found: false, dmarc_record: null, dmarc_error: failureWords[section.reason] }
  const { reading } = section.value
  const open = section.gaps.find(({ question }) => question.name.startsWith('_dmarc.'))
  return {
    dmarc_found: reading.record !== null || reading.multiple,
    dmarc_record: reading.record === null ? null : shown(reading.record.text),
    dmarc_error: reading.unchecked ? failureWords[open?.reason ?? 'servfail'] : null,
  }
}

function dmarcReply(value: DmarcValue): ScanReply['results']['dmarc'] {
  const { reading, rfc7489, external } = value
  const several = {
    code: 'several-records',
    message: 'there are several DMARC records at one name, and receivers then use none of them',
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
    warnings: reading.record?.warnings ?? [],
  }
}

function readingReply(reading: DmarcReading): DmarcReading {
  const { record } = reading
  return record === null ? reading : { ...reading, record: { ...record, text: shown(record.text) } }
}

function sectionReply(section: Sections[CheckId], remembered: ScanResult['remembered'][CheckId]): SectionReply {
  const date = remembered?.answeredAt.slice(0, 16).replace('T', ' ')
  const judgedOn = date === undefined ? [] : [`What could not be asked is judged on the answers of ${date} UTC.`]
  const evidence = section.evidence.map(({ id }) => id)
  const bogus = section.evidence.some(isBogus)
  if (!section.ran) {
    const reason = failureWords[section.reason]
    return { state: 'unchecked', reason, failure: section.reason, gaps: [], bogus, notes: judgedOn, evidence }
  }
  const { gaps } = section
  const notes = [...section.notes, ...judgedOn]
  const state = gaps.length > 0 ? 'partial' : 'checked'
  return { state, reason: null, failure: null, gaps, bogus, notes, evidence }
}

function findingsReply({ findings, deductions }: ScanResult): readonly FindingReply[] {
  const cost = new Map(deductions.map(({ reason, points }) => [reason, points]))
  return findings.map(finding => {
    const { points, ...words } = wordsOf(finding)
    return {
      id: finding.id,
      check: finding.check,
      // No points at all is graver than any: nothing can be scored.
      severity: points === null ? 'critical' : severityOf(points),
      points: cost.get(words.reason) ?? 0,
      title: words.title,
      reason: words.reason,
      meaning: words.meaning,
      advice: words.advice,
      clause: words.clause,
      evidence: finding.evidence,
      since: finding.since ?? null,
    }
  })
}

/** Every piece once: sections that asked the same question share its id. */
function evidenceOf({ sections, remembered }: ScanResult): readonly Evidence[] {
  const now = checkIds.flatMap(check => sections[check].evidence)
  const before = Object.values(remembered).flatMap(({ evidence }) => evidence)
  const byId = new Map<string, Evidence>()
  for (const piece of [...now, ...before]) if (!byId.has(piece.id)) byId.set(piece.id, piece)
  return [...byId.values()]
}
