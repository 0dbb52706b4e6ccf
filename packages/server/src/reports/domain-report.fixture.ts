import type { DecisionItem } from '@waxseal/contract'
import type { FindingReply, ScanReply } from '@waxseal/core/health'
import type { DomainReport } from '../ports.ts'

/** A report of this scan, exported some minutes after it. */
export function reportOf(scan: ScanReply, change: Partial<DomainReport> = {}): DomainReport {
  return { scan, unicode: null, decisions: [], exportedAt: '2026-11-25T10:05:00.000Z', ...change }
}

/** What a person decided about a finding. */
export function decisionAbout({ id, subject, reason }: FindingReply, change: Partial<DecisionItem> = {}): DecisionItem {
  return {
    id: `decision about ${id}`,
    finding: id,
    subject,
    reason,
    kind: 'accepted',
    note: '',
    decided_at: '2026-11-20T09:00:00.000Z',
    decided_by: null,
    expires_at: null,
    expired: false,
    ...change,
  }
}

/**
 * A scan whose texts are all as hostile as this one, with 300 findings and far more of everything than any domain has.
 *
 * @param scan has a finding and an SPF tree
 */
export function immense(scan: ScanReply, text: string): ScanReply {
  const [finding] = scan.findings
  if (finding === undefined) throw new Error('the scan has no finding')
  const { results } = scan
  const record = { name: text, type: 'TXT' as const, value: text }
  const host = { priority: 10, host: text, alias: text, addresses: many(40, () => text), state: 'private' as const }
  const row = results.blacklist.blacklists[0]
  const tree = results.spf?.tree
  const term = tree?.root.terms[0]
  return {
    ...scan,
    findings: many(300, at => ({
      ...finding,
      id: `${finding.id}_${at}`,
      check: at % 2 === 0 ? ('spf' as const) : ('dkim' as const),
      points: at < 100 ? -1 : 0,
      title: text,
      reason: `${at} ${text}`,
      meaning: text,
      advice: text,
      clause: text.slice(0, 100),
      action: { kind: 'publish' as const, record, replaces: text, builder: null, advised: many(5, () => record) },
      evidence: scan.evidence.map(({ id }) => id),
    })),
    unchecked: many(400, () => text),
    evidence: scan.evidence.map(piece =>
      piece.kind === 'dns' ? { ...piece, answers: many(60, () => text) } : { ...piece, lines: many(60, () => text) },
    ),
    results: {
      ...results,
      mx: { ...results.mx, hosts: many(60, () => ({ ...results.mx.hosts[0], preference: 10, ...host })) },
      blacklist: {
        ...results.blacklist,
        names: many(100, () => text),
        blacklists: row === undefined ? [] : many(300, () => ({ ...row, name: text, zone: text, reason: text })),
      },
      spf:
        tree === undefined || tree === null || term === undefined
          ? results.spf
          : {
              records: many(60, () => text),
              lookalikes: [text],
              elsewhere: [],
              tree: {
                ...tree,
                root: { ...tree.root, terms: many(400, () => ({ ...term, text, problem: text, child: null })) },
              },
            },
    },
  }
}

function many<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
