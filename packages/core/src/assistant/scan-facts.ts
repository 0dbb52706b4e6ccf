import { type Action, byCheck, type Identity, identityKey } from '../check/index.ts'
import type { FindingReply, ScanReply } from '../health/index.ts'
import { knownOf } from '../watch/index.ts'
import { boundedText, boundedTexts } from './bounded-text.ts'
import { scanMoment } from './explain-finding.ts'
import type { BlocklistFacts, FindingFacts, PublishedRecord, ScanFacts } from './facts.ts'
import { scanDetails } from './scan-details.ts'
import { spfCostOf } from './setup/spf-cost.ts'

/** The keys and the hosts that are named; a hostile zone has thousands. */
const recordsMax = 20

/** Takes from a scan what the analyst needs, with every text bounded. */
export function scanFacts(reply: ScanReply): ScanFacts {
  const { results, changes } = reply
  const { changes: changedAfter } = knownOf(reply)
  return {
    domain: boundedText(reply.domain_name),
    at: reply.finished_at,
    score: reply.health_score,
    isNonMail: nonMailOf(reply),
    findings: reply.findings.map(findingFacts),
    unchecked: reply.unchecked.map(boundedText),
    sections: byCheck<ScanFacts['sections']>(check => {
      const { state, reason } = reply.sections[check]
      return { state, reason: reason === null ? null : boundedText(reason) }
    }),
    records: publishedRecords(reply),
    parts: (results.transport?.parts ?? []).map(({ id, title, state, summary }) =>
      boundedTexts({ id, title, state, summary }),
    ),
    blocklists: blocklistFacts(reply),
    threat: results.threat_intelligence.overall_verdict,
    isOpenRelay: results.relay?.is_open_relay ?? null,
    changes: changes === null ? null : boundedTexts(changes),
    details: scanDetails(reply),
    spfCost: spfCostOf(reply),
    ...(changedAfter.length > 0 && { changedAfter: changedAfter.map(boundedTexts) }),
  }
}

/** A finding with its texts bounded. */
export function findingFacts(finding: FindingReply): FindingFacts {
  const { id, check, subject, severity, points, title, reason, meaning, advice, action, clause, since } = finding
  const { score_after, remains } = finding
  const texts = boundedTexts({ id, subject, title, reason, meaning, advice, clause, since, remains })
  return { ...texts, check, severity, points, action: boundedAction(action), score_after }
}

/** A scan with what its owner decided about findings: these are no steps any more. */
export function withDecisions(
  scan: ScanFacts,
  decisions: readonly (Identity & { kind: 'accepted' | 'muted' })[],
): ScanFacts {
  const kinds = new Map(decisions.map(({ id, subject, kind }) => [identityKey({ id, subject }), kind]))
  const findings = scan.findings.map(finding => {
    const decision = kinds.get(identityKey(finding))
    return decision === undefined ? finding : { ...finding, decision }
  })
  return { ...scan, findings }
}

/** A record and a file stay exact. */
function boundedAction(action: Action): Action {
  const bounded = boundedTexts(action)
  if ('record' in bounded && 'record' in action) Object.assign(bounded, { record: action.record })
  if (action.advised !== undefined) Object.assign(bounded, { advised: action.advised })
  if ('text' in bounded && 'text' in action) Object.assign(bounded, { text: action.text })
  return bounded
}

/** Only `v=spf1 -all`, and no mail server: the rule of `isNonMail`, which the findings and the records show. */
function nonMailOf({ findings, results: { mx, spf } }: ScanReply): boolean | null {
  if (findings.some(({ id }) => id.startsWith('nonmail_'))) return true
  if (!mx.success || spf === null) return null
  const [record, ...others] = spf.records
  const sends =
    others.length > 0 ||
    record
      ?.trim()
      .replaceAll(/ {1,9}/g, ' ')
      .toLowerCase() !== 'v=spf1 -all'
  return !sends && mx.hosts.every(({ state }) => state === 'null')
}

function publishedRecords(reply: ScanReply): readonly PublishedRecord[] {
  const { domain_name: domain, finished_at, results } = reply
  const { mx, spf, dmarc, dns } = results
  const location = dmarc?.reading.location ?? domain
  const when = scanMoment(finished_at)
  const records: readonly Omit<PublishedRecord, 'when'>[] = [
    ...mx.records.map(({ priority, host }) => ({ ...mxAt(domain), value: `${priority} ${host}` })),
    ...(spf?.records ?? []).map(value => ({ ...textAt('spf', domain), value })),
    ...(dns.dmarc_record === null ? [] : [{ ...textAt('dmarc', `_dmarc.${location}`), value: dns.dmarc_record }]),
    ...dns.dkim_records.map(({ hostname, full_record: value }) => ({ ...textAt('dkim', hostname), value })),
  ]
  return records
    .slice(0, recordsMax)
    .map(each =>
      boundedTexts({ ...each, when: knownOf(reply, each.kind).changes.length > 0 ? `${when}, changed since` : when }),
    )
}

function mxAt(name: string): Omit<PublishedRecord, 'value' | 'when'> {
  return { kind: 'mx', name, type: 'MX' }
}

function textAt(kind: PublishedRecord['kind'], name: string): Omit<PublishedRecord, 'value' | 'when'> {
  return { kind, name, type: 'TXT' }
}

function blocklistFacts({ results: { blacklist } }: ScanReply): BlocklistFacts {
  const rows = blacklist.blacklists.filter(({ trouble }) => trouble !== 'not-applicable')
  return {
    asked: blacklist.success,
    listedOn: rows.filter(({ status }) => status === 'listed').map(({ name }) => boundedText(name)),
    applicable: blacklist.total_checked,
    failed: rows.filter(({ status }) => status === 'error').length,
  }
}
