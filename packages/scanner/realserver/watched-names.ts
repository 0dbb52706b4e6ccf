/** Which rows of the recorded history are about a watched record, and of which domain. */
import { watchedSelectors } from '@waxseal/core/watch'
import { bare, type RecordedChange } from './recorded.ts'

export interface WatchedRow {
  row: RecordedChange
  /** The domain that a user of the product would watch. */
  domain: string
  /** The key of the part. */
  part: string
}

/**
 * Watched are the zones, and every name in them with a changed record that only a domain with mail or a site has: MX,
 * SPF, DMARC, MTA-STS, a watched selector, `www`. The delegation of a zone in its parent is no record of the zone.
 */
export function watchedRows(rows: readonly RecordedChange[]): { domains: readonly string[]; watched: WatchedRow[] } {
  const zones = new Set(rows.map(({ zone }) => zone))
  const found = rows.flatMap(row => {
    const place = placeOf(row)
    return place === null ? [] : [{ row, ...place }]
  })
  const ofMail = found.filter(({ part }) => part !== 'ns' && part !== 'a' && part !== 'aaaa')
  const domains = new Set([...zones, ...ofMail.map(({ domain }) => domain)])
  return {
    domains: [...domains].sort(),
    watched: found.filter(({ row, domain, part }) => domains.has(domain) && (part !== 'ns' || row.zone === domain)),
  }
}

function placeOf(row: RecordedChange): { domain: string; part: string } | null {
  const { name, type } = row
  const isText = type === 'TXT' || type === 'CNAME'
  if (name.startsWith('_dmarc.') && isText) return { domain: name.slice('_dmarc.'.length), part: 'dmarc' }
  if (name.startsWith('_mta-sts.') && isText) return { domain: name.slice('_mta-sts.'.length), part: 'mta-sts' }
  const [selector = '', domain] = name.split('._domainkey.')
  if (domain !== undefined && isText) {
    return watchedSelectors.some(each => each === selector) ? { domain, part: `dkim ${selector}` } : null
  }
  if (name.startsWith('www.') && (type === 'A' || type === 'AAAA' || type === 'CNAME')) {
    return { domain: name.slice('www.'.length), part: 'www' }
  }
  if (type === 'TXT') return spfOf(row.old) === spfOf(row.new) ? null : { domain: name, part: 'spf' }
  return ['MX', 'NS', 'A', 'AAAA'].includes(type) ? { domain: bare(name), part: type.toLowerCase() } : null
}

function spfOf(values: readonly string[] | null): string {
  return (values ?? [])
    .filter(value => /^v=spf1/i.test(value))
    .toSorted()
    .join('\n')
}
