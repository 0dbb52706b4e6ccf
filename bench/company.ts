import { type Zone, zonesOf } from '@waxseal/core/dns'
import { blocklistZone, dkim2048 } from '@waxseal/core/fixtures'

export const companyName = 'company.example'

/**
 * A typical company: two providers in SPF, reports to a service, three mail exchangers with names of their own, two
 * DKIM keys; and all blocklists, which pass their self-tests and list nothing.
 */
export const company: Zone = zonesOf(blocklistZone(), {
  'company.example': {
    A: ['8.26.56.1'],
    AAAA: ['2600::1'],
    NS: ['ns1.company.example', 'ns2.company.example'],
    MX: [
      [10, 'mx1.provider.example'],
      [20, 'mx2.provider.example'],
      [30, 'mx3.provider.example'],
    ],
    TXT: ['v=spf1 mx a:shop.company.example include:spf.provider.example include:_spf.letters.example -all'],
  },
  'mx1.provider.example': { A: ['8.26.56.10'], AAAA: ['2600::10'] },
  'mx2.provider.example': { A: ['8.26.56.11'], AAAA: ['2600::11'] },
  'mx3.provider.example': { A: ['8.26.56.12'], AAAA: ['2600::12'] },
  '10.56.26.8.in-addr.arpa': { PTR: ['mx1.provider.example'] },
  '11.56.26.8.in-addr.arpa': { PTR: ['mx2.provider.example'] },
  '12.56.26.8.in-addr.arpa': { PTR: ['mx3.provider.example'] },
  [`0.1${'.0'.repeat(26)}.0.0.6.2.ip6.arpa`]: { PTR: ['mx1.provider.example'] },
  [`1.1${'.0'.repeat(26)}.0.0.6.2.ip6.arpa`]: { PTR: ['mx2.provider.example'] },
  [`2.1${'.0'.repeat(26)}.0.0.6.2.ip6.arpa`]: { PTR: ['mx3.provider.example'] },
  'shop.company.example': { A: ['8.26.56.2'], AAAA: ['2600::2'] },
  'spf.provider.example': { TXT: ['v=spf1 include:spf-a.provider.example include:spf-b.provider.example ~all'] },
  'spf-a.provider.example': { TXT: ['v=spf1 ip4:8.26.57.0/24 a:out.provider.example ~all'] },
  'spf-b.provider.example': { TXT: ['v=spf1 ip4:8.26.58.0/24 ip6:2600:1::/48 ~all'] },
  'out.provider.example': { A: ['8.26.56.40'], AAAA: ['2600::40'] },
  '_spf.letters.example': { TXT: ['v=spf1 ip4:8.26.59.0/24 ~all'] },
  'selector1._domainkey.company.example': { TXT: [dkim2048] },
  's1._domainkey.company.example': { CNAME: ['s1.domainkey.letters.example'] },
  's1.domainkey.letters.example': { TXT: [dkim2048] },
  '_dmarc.company.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:company@reports.example'] },
  'company.example._report._dmarc.reports.example': { TXT: ['v=DMARC1'] },
})
