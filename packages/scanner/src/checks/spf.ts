import { dnsEvidence, type Section } from '@waxseal/core/check'
import { normalName, type RecordingResolver, recordingResolver, textOf } from '@waxseal/core/dns'
import {
  isSpfRecord,
  lookalikeMax,
  mergedTree,
  type SpfPlaceText,
  type SpfValue,
  selectSpf,
  spfTreeHereOr,
} from '@waxseal/core/spf'
import { checkResolver, collected, type DnsContext } from './check.ts'

/** The SPF record and everything it includes. */
export async function collectSpf(context: DnsContext): Promise<Section<SpfValue>> {
  const { name } = context
  const dns = checkResolver(context, (_, type) => type === 'TXT')
  const answer = await dns.query(name, 'TXT')
  if (answer.kind === 'failed') return { ran: false, reason: answer.reason, evidence: dns.evidence() }
  const { records, lookalikes } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  // Nothing exists below a name that does not exist (RFC 8020).
  if (records.length > 0 || answer.kind === 'no-such-name') {
    const tree = records.length === 1 ? await spfTreeHereOr(context.largeSpfTree, dns, name) : null
    const section = collected<SpfValue>({ records, lookalikes: lookalikes.map(cut), tree }, dns)
    return records.length > 1 ? await withMerged(section, context, records) : section
  }
  // Not through the section's resolver: a failed lookup elsewhere leaves no question about the domain's SPF open.
  const others = recordingResolver(context.resolver)
  const elsewhere = await recordsElsewhere(others, name)
  const section = collected<SpfValue>({ records, lookalikes: lookalikes.map(cut), elsewhere, tree: null }, dns)
  const answers = dnsEvidence(others.evidence()).filter(({ outcome, via }) => outcome === 'records' && isOwn(via))
  return section.ran ? { ...section, evidence: [...section.evidence, ...answers] } : section
}

/** Not through the section's resolver: receivers refuse several records whatever is below them, so no question is left open. */
async function withMerged(
  section: Section<SpfValue>,
  context: DnsContext,
  records: readonly string[],
): Promise<Section<SpfValue>> {
  const dns = checkResolver(context, (_, type) => type === 'TXT')
  const merged = await mergedTree(dns, context.name, records, context.largeSpfTree)
  if (!section.ran) return section
  const known = new Set(section.evidence.map(({ id }) => id))
  const answers = dnsEvidence(dns.evidence()).filter(({ id, outcome }) => outcome !== 'failed' && !known.has(id))
  return { ...section, value: { ...section.value, merged }, evidence: [...section.evidence, ...answers] }
}

function cut(text: string): string {
  return text.slice(0, lookalikeMax)
}

/** Where people put an SPF record by mistake, the likeliest first. A panel that adds the domain itself doubles it. */
function placesOf(name: string): { name: string; type: 'TXT' | 'SPF' }[] {
  const below = [`${name}.${name}`, `_spf.${name}`, `spf.${name}`, `www.${name}`]
  return [
    { name, type: 'SPF' },
    ...below.filter(each => normalName(each) !== null).map(each => ({ name: each, type: 'TXT' }) as const),
  ]
}

/** The SPF records at those places. An alias leads to the record of another domain, so its record is none of this one. */
async function recordsElsewhere(dns: RecordingResolver, domain: string): Promise<SpfPlaceText[]> {
  const places = placesOf(domain)
  const found = await Promise.all(
    places.map(async ({ name, type }): Promise<SpfPlaceText[]> => {
      const answer = await dns.query(name, type)
      if (answer.kind !== 'records' || !isOwn(answer.via)) return []
      const [text, ...others] = answer.records.map(textOf).filter(isSpfRecord)
      return text === undefined || others.length > 0 ? [] : [{ name, type, text: cut(text) }]
    }),
  )
  const all = found.flat()
  const [first, ...others] = all.filter(({ type }) => type === 'TXT')
  const asked = places.filter(({ type }) => type === 'TXT').length
  // The same record at every name asked, also at those that nobody publishes, is a wildcard's.
  if (first === undefined || others.length + 1 < asked || others.some(({ text }) => text !== first.text)) return all
  return [...all.filter(({ type }) => type === 'SPF'), { ...first, name: `*.${domain}` }]
}

function isOwn({ cnames }: { cnames: readonly string[] }): boolean {
  return cnames.length === 0
}
