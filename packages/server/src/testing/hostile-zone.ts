import { octetsOfText, type Zone, zoneResolver } from '@waxseal/core/dns'
import type { ScanResult } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import { type DnsSession, scan } from '@waxseal/scanner'

/** A zone whose owner put a text into every record that an assistant may read. */
export function hostileZone(name: string, text: string): Zone {
  const octets = octetsOfText(text)
  const inRecord = octets.replaceAll(/[;\n]/g, ' ')
  return {
    [name]: {
      MX: [[10, `mail.${name}`]],
      A: ['93.184.216.34'],
      TXT: [octets, `v=spf1 mx ${inRecord} ~all`],
    },
    [`mail.${name}`]: { A: ['93.184.216.35'] },
    [`_dmarc.${name}`]: { TXT: [`v=DMARC1; p=none; note=${inRecord}`] },
    [`default._domainkey.${name}`]: { TXT: [`v=DKIM1; k=rsa; n=${inRecord}; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB`] },
    [`_mta-sts.${name}`]: { TXT: [`v=STSv1; id=${inRecord}`] },
  }
}

/** The scan of a domain in a zone that answers for all of DNS, without blocklists. A check that breaks throws. */
export async function scanOfZone(
  name: string,
  zone: Zone,
  { tier, now }: { tier: Tier; now: Date },
): Promise<ScanResult> {
  const resolver = zoneResolver(zone)
  const session: DnsSession = {
    resolver,
    confirming: resolver,
    authoritative: resolver,
    witnesses: [resolver, resolver],
    blocklists: {
      lists: [],
      off: [],
      custom: [],
      ask: () => resolver.query('none.example', 'A'),
      selfTest: () => Promise.reject(new Error('there is no blocklist')),
    },
  }
  const broken: unknown[] = []
  const result = await scan({
    name,
    tier,
    dns: { session: () => session, stats: { asked: 0 } as never, close: async () => {} },
    now: () => now,
    onError: (_, error) => void broken.push(error),
  })
  if (broken.length > 0) throw broken[0]
  return result
}
