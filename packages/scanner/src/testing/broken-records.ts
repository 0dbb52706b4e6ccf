/** Zones of `example.com` with DMARC and SPF records as people break them. */
import { octetsOfText, type Zone } from '@waxseal/core/dns'
import fc from 'fast-check'
import type { Subject } from './advice-effect.ts'

const apexMx = { MX: [[10, 'mx1.example.com']] } as const
const around: Zone = {
  'mx1.example.com': { A: ['203.0.114.25'] },
  's1.example.net': { TXT: ['v=spf1 ip4:203.0.114.64/28 -all'] },
  's2.example.net': { TXT: ['v=spf1 ip4:203.0.114.80/28 ~all'] },
  'web.example.net': { A: ['203.0.114.10'] },
}

const policy = fc.constantFrom('none', 'quarantine', 'reject')
const tag = fc.oneof(
  policy.map(value => `sp=${value}`),
  policy.map(value => `np=${value}`),
  fc.constantFrom('t=y', 'pct=0', 'pct=50', 'pct=100', 'adkim=s', 'aspf=s', 'fo=1', 'ri=86400', 'psd=n'),
  fc.constantFrom('pct=10%', 't=yes', 'adkim=strict', 'rua=https://example.com/r', 'rua=mail:dmarc@example.com'),
  fc.constantFrom('sp=rejct', 'sp=quarentine', 'p=none', 'p=quarantine', 'p=reject', 'rua=', 'x=1', 'np=nine'),
  fc.constantFrom(
    'rua=mailto:dmarc@example.com',
    'rua=dmarc@example.com',
    'rua=mailto:a@example.com,mailto:b@example.com',
  ),
)

/** How a text is spoilt on its way to the DNS. */
const spoils: readonly ((text: string) => string)[] = [
  text => text,
  text => ` ${text}`,
  text => `"${text}"`,
  text => `“${text}”`,
  text => text.toLowerCase(),
  text => text.toUpperCase(),
  text => text.replace(';', ''),
  text => text.replaceAll(';', ''),
  text => text.replaceAll(';', ','),
  text => text.replaceAll('=', ' = '),
  text => text.replaceAll('=', ':'),
  text => text.replaceAll(' ', ''),
  text => `${text};`,
  text => text.slice(1),
  text => `n${text}`,
  text => text.replaceAll('-', '–'),
  text => `${text} ${text}`,
  text => `<${text}>`,
  text => `_dmarc.example.com. IN TXT "${text}"`,
  text => text.replaceAll(';', '%3B'),
  text => text.replaceAll('; ', ':'),
  text => text.replaceAll('; ', '.'),
  text => text.replaceAll('; ', ''),
  text => text.replaceAll(';', ';\\n'),
  text => text.replace('p', '\u0440'),
  text => text.replaceAll(' ', '\u00a0'),
  text => text.replace('=DMARC1', '=DKIM1'),
]
const spoil = fc.constantFrom(...spoils)

const dmarcText = fc
  .tuple(policy, fc.array(tag, { maxLength: 4 }), spoil)
  .map(([p, tags, spoilt]) => octetsOfText(spoilt(['v=DMARC1', `p=${p}`, ...tags].join('; '))))

export const brokenDmarc: fc.Arbitrary<Subject> = fc
  .record({
    texts: fc.oneof(
      { weight: 5, arbitrary: dmarcText.map(text => [text]) },
      { weight: 1, arbitrary: fc.array(dmarcText, { minLength: 2, maxLength: 2 }) },
    ),
    name: fc.constantFrom(
      '_dmarc.example.com',
      '_dmarc.example.com',
      'example.com',
      '_dmarc.example.com.example.com',
      '_dmarc.news.example.com',
    ),
    above: fc.constantFrom(
      'v=DMARC1; p=none',
      'v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      'v=DMARC1; p=quarantine; sp=none; t=y',
      'v=DMARC1; p=reject; pct=20; rua=mailto:dmarc@example.com',
    ),
    domain: fc.constantFrom('example.com', 'example.com', 'news.example.com'),
    spf: fc.constantFrom('v=spf1 mx -all', 'v=spf1 mx ~all', 'v=spf1 -all'),
    takesMail: fc.boolean(),
  })
  .map(({ texts, name, domain: asked, above, spf, takesMail }) => {
    const isBelow = name === '_dmarc.news.example.com'
    const domain = isBelow ? 'news.example.com' : asked
    const mx = takesMail ? apexMx : ({ MX: [[0, '.']] } as const)
    const zone: Zone = {
      ...around,
      'news.example.com': { MX: [[10, 'mx1.example.com']], TXT: ['v=spf1 mx -all'] },
      'example.com': { ...mx, TXT: [spf] },
      ...(isBelow ? { '_dmarc.example.com': { TXT: [above] } } : {}),
    }
    const TXT = [...(zone[name]?.TXT ?? []), ...texts]
    return { domain, zone: { ...zone, [name]: { ...zone[name], TXT } } }
  })

const term = fc.constantFrom(
  'mx',
  'a',
  '+mx',
  'a:web.example.net',
  'include:s1.example.net',
  'include:s2.example.net',
  'include:gone.example.net',
  'include:example.com',
  'nclude:s1.example.net',
  'inlcude:s2.example.net',
  'include=s1.example.net',
  'include: s1.example.net',
  'ip4:203.0.114.128/25',
  'ip4:203.0.114.200',
  'ip:203.0.114.200',
  'ip4=203.0.114.200',
  'ipv4:203.0.114.200',
  'ip4:203.0.114.300',
  'ip4:0.0.0.0/0',
  'ip4:0.0.0.0/1',
  'ip4:128.0.0.0/1',
  '-ip4:203.0.114.130',
  '~ip4:203.0.114.140',
  'ip6:2001:db8::/32',
  'ptr',
  'exists:%{i}.example.net',
  'redirect=s2.example.net',
  'a:web.example.net-all',
  'include:s1.example.net-all',
  'include:s1,example.net',
  'includes1.example.net',
  '-all',
  'foo',
  'mx/24',
  '203.0.114.200',
)
const ending = fc.constantFrom('-all', '~all', '?all', '+all', 'all', '', '-al', '- all', '-all.', '~ALL')

const spfText = fc
  .tuple(fc.array(term, { maxLength: 5 }), ending, spoil)
  .map(([terms, end, spoilt]) => octetsOfText(spoilt(['v=spf1', ...terms, end].join(' '))))

export const brokenSpf: fc.Arbitrary<Subject> = fc
  .record({
    texts: fc.oneof(
      { weight: 5, arbitrary: spfText.map(text => [text]) },
      { weight: 1, arbitrary: fc.array(spfText, { minLength: 2, maxLength: 2 }) },
    ),
    name: fc.constantFrom('example.com', 'example.com', 'example.com', '_spf.example.com'),
    dmarc: fc.constantFrom('v=DMARC1; p=none', 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com'),
  })
  .map(({ texts, name, dmarc }) => {
    const apex = { ...apexMx, A: ['203.0.114.10'] }
    const zone: Zone = { ...around, 'example.com': apex, '_dmarc.example.com': { TXT: [dmarc] } }
    return { domain: 'example.com', zone: { ...zone, [name]: { ...zone[name], TXT: texts } } }
  })
