import type { DkimKey } from '../dkim/index.ts'
import { isDmarcEnforced } from '../dmarc/index.ts'
import { plans, type Tier } from '../plan/index.ts'
import { isOpenRelay, relayDetails } from '../relay/index.ts'
import { assessParts, transportParts } from '../transport/index.ts'
import { isNonMail } from './profile.ts'
import type { BlacklistReply, DkimRecordReply, DkimReply, RelayReply, ScanReply } from './reply.ts'
import type { ScanResult, Sections } from './scan.ts'

/** The part of the specification's `dns` that is about DKIM. */
export function dkimSummary(
  section: Sections['dkim'],
): Pick<ScanReply['results']['dns'], 'dkim_found' | 'dkim_records'> {
  if (!section.ran) return { dkim_found: false, dkim_records: [] }
  return { dkim_found: section.value.state === 'found', dkim_records: section.value.keys.map(dkimRecord) }
}

function dkimRecord(key: DkimKey): DkimRecordReply {
  return {
    selector: key.selector,
    provider: key.provider?.name ?? null,
    hostname: key.hostname,
    full_record: key.record,
    state: key.state,
    key_type: key.keyType,
    key_bits: key.keyBits,
    public_key: key.publicKey,
    revoked: key.revoked,
    testing: key.testing,
    source: key.source,
    cnames: key.cnames,
    errors: key.errors,
    warnings: key.warnings,
  }
}

export function dkimReply(section: Sections['dkim']): DkimReply | null {
  if (!section.ran) return null
  const { state, sureBecause, tried, dangling, unanswered, missing, wildcard, unguessable } = section.value
  return {
    state,
    sure_because: sureBecause,
    tried,
    dangling,
    unanswered,
    missing,
    wildcard,
    unguessable: unguessable.map(({ name }) => name),
  }
}

/** All rows are errors where nothing was asked: `success` says so. */
export function blacklistReply(section: Sections['blacklist'], tier: Tier): BlacklistReply {
  if (!section.ran) {
    const nothing = { blacklists: [], custom: [], addresses: [], names: [], not_asked: 0, off: [] }
    return { success: false, listed_count: 0, total_checked: plans[tier].blocklists, ...nothing }
  }
  const { success, listedCount, totalChecked, rows, custom, addresses, names, notAsked, off } = section.value
  return {
    success,
    listed_count: listedCount,
    total_checked: totalChecked,
    blacklists: rows,
    custom,
    addresses,
    names,
    not_asked: notAsked,
    off,
  }
}

export function relayReply(section: Sections['relay']): RelayReply | null {
  if (!section.ran) return null
  const { value, gaps } = section
  return {
    is_open_relay: isOpenRelay(value, gaps),
    test_details: relayDetails(value),
    state: value.state,
    hosts: value.hosts,
  }
}

/** Each part with the report's findings that are its own. Of a name that does not exist nothing is recommended. */
export function transportReply({ name, sections, findings }: ScanResult): ScanReply['results']['transport'] {
  const { transport, mx, spf, dmarc } = sections
  if (!transport.ran) return null
  const parts = assessParts(transport.value, {
    domain: name,
    evidence: transport.evidence,
    nonMail: isNonMail(mx.ran ? mx.value : null, spf.ran ? spf.value : null),
    dmarcEnforced: dmarc.ran ? isDmarcEnforced(dmarc.value) : null,
  })
  const found = new Set(findings.map(({ id }) => id))
  if (found.has('domain_not_found')) {
    const nothing = { summary: 'The domain does not exist.', details: [], findings: [], evidence: [] }
    return { parts: parts.map(({ id, title }) => ({ id, title, state: 'not-applicable', ...nothing })) }
  }
  return {
    parts: parts.map(part => {
      const rows = transportParts[part.id].findings
      return { ...part, findings: [...found].filter(id => Object.hasOwn(rows, id)) }
    }),
  }
}
