import { list, paragraph } from '../answer.ts'
import type { ConceptId } from './concepts.ts'
import { readIn, type TopicText } from './topic-text.ts'

/** One term of SPF: what it means, and what to know about it. */
interface Term {
  id: string
  title: string
  asked: readonly ConceptId[]
  what: string
  notes: readonly string[]
  findings?: TopicText['findings']
  source: string
}

const terms: readonly Term[] = [
  {
    id: 'spf-include',
    title: 'include in SPF',
    asked: ['include'],
    what: 'include: evaluates the SPF record of another domain. If the server passes there, it passes here. If not, the next term is tried.',
    notes: [
      'The ending of the included record does not count: only its pass does.',
      'It costs one lookup, and the lookups inside of it count, too.',
      'A name without an SPF record breaks the whole record (permerror).',
      'The owner of the included record decides who may send as you.',
    ],
    findings: ['spf_permerror', 'spf_near_limit', 'spf_include_bogus'],
    source: 'RFC 7208 section 5.2',
  },
  {
    id: 'spf-redirect',
    title: 'redirect in SPF',
    asked: ['redirect'],
    what: 'redirect= replaces the record by the record of another domain, if no term matched. That record decides everything, also the ending.',
    notes: [
      'Put it at the end, without an all term: all makes receivers ignore it.',
      'It costs one lookup. It suits domains of one owner that have the same senders.',
    ],
    source: 'RFC 7208 section 6.1',
  },
  {
    id: 'spf-a',
    title: 'a in SPF',
    asked: ['term-a'],
    what: 'a lets the addresses in the A and AAAA records of the domain send, usually those of the web server. a:name takes another name.',
    notes: [
      'It costs one lookup. ip4 with the same address costs none.',
      'Leave it out if the web server sends no mail. Behind a proxy or CDN it names the proxy, not your server.',
    ],
    source: 'RFC 7208 section 5.3',
  },
  {
    id: 'spf-mx',
    title: 'mx in SPF',
    asked: ['term-mx'],
    what: 'mx lets the servers that receive your mail also send it. It looks up the MX records and their addresses.',
    notes: [
      'It costs one lookup, but at most ten mail servers are allowed.',
      'At Google, Microsoft and most providers the servers that send are others: then mx only wastes lookups.',
    ],
    source: 'RFC 7208 section 5.4',
  },
  {
    id: 'spf-ip',
    title: 'ip4 and ip6 in SPF',
    asked: ['term-ip'],
    what: 'ip4: and ip6: name an address or a range. They cost no lookup and are the surest terms.',
    notes: [
      'A range is written with a prefix length: /32 is one IPv4 address, /24 are 256 of them. For IPv6 one address is /128.',
      'List IPv6, too, if the server has it: otherwise mail over IPv6 fails.',
      'Do not allow whole networks of a hoster: other customers are in them.',
    ],
    findings: ['spf_too_open'],
    source: 'RFC 7208 section 5.6',
  },
  {
    id: 'spf-ptr',
    title: 'ptr in SPF',
    asked: ['ptr-term'],
    what: 'ptr matches if the name in the PTR record of the sending address is in your domain. RFC 7208 says not to use it.',
    notes: [
      'It is slow and unreliable, and it loads the name servers of others. Some receivers skip it.',
      'Remove it, and replace it by ip4 and ip6 with the addresses of your servers.',
    ],
    findings: ['spf_ptr'],
    source: 'RFC 7208 section 5.5',
  },
  {
    id: 'spf-exists',
    title: 'exists in SPF',
    asked: ['term-exists'],
    what: 'exists: matches if a name has an A record. With macros the name is made from the address or the sender, so that a service can decide by message.',
    notes: ['It costs one lookup. What it allows shows only with a message, so it cannot be flattened.'],
    source: 'RFC 7208 section 5.7',
  },
  {
    id: 'spf-exp',
    title: 'exp in SPF',
    asked: ['term-exp'],
    what: 'exp= names a TXT record with an explanation that a receiver may show when SPF fails. Hardly any receiver does.',
    notes: ['You can leave it out. It does not count for the ten lookups.'],
    source: 'RFC 7208 section 6.2',
  },
  {
    id: 'spf-macros',
    title: 'Macros in SPF',
    asked: ['macro'],
    what: 'Macros are placeholders in a name: %{i} is the address of the sending server, %{s} the sender, %{d} the domain. Receivers fill them in for each message.',
    notes: [
      'Services use them to keep below ten lookups, as with dynamic SPF.',
      'Some small receivers do not support them. What such a term allows cannot be seen without a message.',
    ],
    source: 'RFC 7208 section 7',
  },
  {
    id: 'spf-all',
    title: 'all in SPF',
    asked: ['term-all'],
    what: 'all is the last term and matches every server that no other term has matched. Its qualifier is the result.',
    notes: ['-all: fail. ~all: softfail. ?all: neutral. +all: everyone passes.', 'Terms behind it are ignored.'],
    findings: ['spf_no_all', 'spf_term_ignored', 'spf_plus_all', 'spf_neutral'],
    source: 'RFC 7208 section 5.1',
  },
]

const also: readonly ConceptId[] = ['spf', 'term', 'result', 'close', 'tag', 'counts']

/** A text for each term of SPF, and the two that people compare. */
export const spfTermTexts: readonly TopicText[] = [
  {
    id: 'include-or-redirect',
    title: 'include or redirect',
    asks: [{ all: ['include', 'redirect'] }],
    with: ['spf', 'term', 'several'],
    answer: [
      ...list([
        {
          lead: 'include:',
          text: 'adds the senders of another record to yours. A record can have several, and its own ending counts.',
        },
        {
          lead: 'redirect=:',
          text: 'puts another record in place of yours, with its ending. There is one at most, and none works beside all.',
        },
      ]),
      ...paragraph(
        'Use include for a service. Use redirect when several domains of yours shall have one and the same record. Both cost a lookup.',
      ),
    ],
    source: 'RFC 7208 sections 5.2 and 6.1',
    checked: readIn,
  },
  ...terms.map(
    ({ id, title, asked, what, notes, findings, source }): TopicText => ({
      id,
      title,
      asks:
        id === 'spf-ptr' || id === 'spf-ip' || id === 'spf-include' || id === 'spf-redirect'
          ? [{ all: [asked, 'spf'] }, { all: [asked, 'term'] }]
          : [{ all: [asked] }],
      with: also,
      isOfDomain: true,
      answer: [...paragraph(what), ...list(notes)],
      ...(findings !== undefined && { findings }),
      source,
      checked: readIn,
    }),
  ),
]
