import { list, paragraph } from '../answer.ts'
import type { ConceptId } from './concepts.ts'
import { readIn, type TopicText } from './topic-text.ts'

/** One tag of a DMARC record. */
interface Tag {
  tag: string
  asked: ConceptId
  what: string
  notes: readonly string[]
  findings?: TopicText['findings']
}

const tags: readonly Tag[] = [
  {
    tag: 'p',
    asked: 'tag-p',
    what: 'p= is the policy: what receivers are to do with mail of the domain that fails DMARC.',
    notes: [
      'none: nothing, only reports. quarantine: treat it as suspicious, so spam. reject: refuse it.',
      'It counts for subdomains, too, unless sp or a record of their own says otherwise.',
    ],
    findings: ['dmarc_none', 'dmarc_invalid', 'dmarc_missing'],
  },
  {
    tag: 'sp',
    asked: 'tag-sp',
    what: 'sp= is the policy for subdomains. Without it p counts for them.',
    notes: [
      'Use it to start with the domain alone, or to protect subdomains more: p=none with sp=reject if no subdomain sends mail.',
      'sp=none leaves all subdomains open to spoofing, although p is reject.',
      'It counts only in the record of the organizational domain. A subdomain with a DMARC record of its own follows that one.',
    ],
    findings: ['dmarc_sp_weaker'],
  },
  {
    tag: 'np',
    asked: 'tag-np',
    what: 'np= is the policy for subdomains that do not exist in DNS. Without it sp counts, and then p.',
    notes: [
      'Spoofers often invent names. np=reject is safe, because no mail of yours comes from a name that does not exist.',
      'It came with RFC 9091 and is in RFC 9989. Older receivers ignore it.',
    ],
    findings: ['dmarc_sp_weaker'],
  },
  {
    tag: 'adkim',
    asked: 'tag-adkim',
    what: 'adkim= says how exactly the domain of the DKIM signature must match From. r (relaxed) is the default: any name of the organization. s (strict): the same name.',
    notes: [
      'Strict helps only if others sign mail for names below your domain. It breaks services that sign with a subdomain.',
    ],
  },
  {
    tag: 'aspf',
    asked: 'tag-aspf',
    what: 'aspf= says how exactly the domain of the return path must match From. r (relaxed) is the default: any name of the organization. s (strict): the same name.',
    notes: [
      'Services often use a return path below your domain, such as bounces and your domain. Strict makes SPF useless for DMARC there.',
    ],
  },
  {
    tag: 'rua',
    asked: 'tag-rua',
    what: 'rua= names the addresses that get aggregate reports: a mailto: address, or several with commas between them.',
    notes: [
      'Without it you do not see who sends in your name, and which of your own mail would fail.',
      'An address at another domain needs a record there that agrees.',
    ],
    findings: ['dmarc_rua_missing', 'dmarc_rua_unauthorised'],
  },
  {
    tag: 'ruf',
    asked: 'tag-ruf',
    what: 'ruf= names the addresses for failure reports about single messages. They have parts of the message.',
    notes: [
      'Few receivers send them, for privacy: not Gmail and not Microsoft. You can leave ruf out. rua has what you need.',
    ],
  },
  {
    tag: 'fo',
    asked: 'tag-fo',
    what: 'fo= says when a failure report is wanted: 0 if nothing passes (default), 1 if anything fails, d if DKIM fails, s if SPF fails.',
    notes: ['It has no effect without ruf.'],
  },
  {
    tag: 'pct',
    asked: 'tag-pct',
    what: 'pct= applied the policy to a share of the mail only. RFC 9989 removed it, because receivers did it differently.',
    notes: [
      'Use t=y instead: receivers then apply the next weaker policy while you test, so none instead of quarantine, and quarantine instead of reject.',
      'Receivers of the older RFC 7489 still read pct, newer ones apply the policy to all mail. Leave it out, or at 100.',
    ],
    findings: ['dmarc_testing'],
  },
  {
    tag: 't',
    asked: 'tag-t',
    what: 't=y marks the policy as a test: receivers apply the next weaker one, and still send reports. t=n is the default.',
    notes: [
      'p=reject with t=y acts like quarantine, p=quarantine with t=y like none.',
      'It replaces pct in RFC 9989. A receiver of the older standard ignores it and applies p in full.',
    ],
    findings: ['dmarc_testing'],
  },
  {
    tag: 'psd',
    asked: 'tag-psd',
    what: 'psd= says whether the name is a public suffix, below which others register domains: y, n, or u (unknown, the default).',
    notes: ['Leave it out. psd=n is for an organization that separates a subdomain as an organization of its own.'],
  },
  {
    tag: 'ri',
    asked: 'tag-ri',
    what: 'ri (interval of reports) and rf (format) were in the older standard. RFC 9989 removed both, and receivers ignore them.',
    notes: ['Leave them out. Aggregate reports come once a day whatever ri says.'],
  },
]

const also: readonly ConceptId[] = [
  'order',
  'pace',
  'tag-rua',
  'tag-ruf',
  'tag-p',
  'dmarc',
  'tag',
  'policy',
  'subdomain',
  'gone',
  'move',
  'result',
  'report',
  'reject',
  'quarantine',
  'frequency',
  'several',
  'none',
  'warm',
  'esp',
  'mandatory',
  'gmail',
  'microsoft',
  'yahoo',
  'newsletter',
  'enforce',
]

/** A text for each tag of DMARC, and all of them together. */
export const dmarcTagTexts: readonly TopicText[] = [
  {
    id: 'dmarc-tags',
    title: 'The tags of a DMARC record',
    asks: [
      { all: ['dmarc', 'tag'], not: ['tag-t', 'tag-pct', 'gone'] },
      { all: ['tag'], not: ['tag-t', 'tag-pct', 'spf', 'dkim', 'gone'] },
    ],
    with: ['dmarc', 'order', 'policy', 'version'],
    answer: [
      ...list([
        { lead: 'v:', text: 'DMARC1, always first.' },
        { lead: 'p:', text: 'the policy: none, quarantine or reject.' },
        { lead: 'sp, np:', text: 'the policy for subdomains, and for names that do not exist.' },
        { lead: 'rua:', text: 'where aggregate reports go.' },
        { lead: 'ruf, fo:', text: 'failure reports. Hardly used.' },
        { lead: 'adkim, aspf:', text: 'alignment: r (relaxed, default) or s (strict).' },
        { lead: 't:', text: 'y marks the policy as a test.' },
        { lead: 'psd:', text: 'for public suffixes only.' },
        { lead: 'pct, ri, rf:', text: 'removed by RFC 9989.' },
      ]),
      ...paragraph('A record with p and rua is complete.'),
    ],
    source: 'RFC 9989 section 4.7',
    checked: readIn,
  },
  ...tags.map(
    ({ tag, asked, what, notes, findings }): TopicText => ({
      id: `dmarc-${tag}`,
      title: `${tag} in DMARC`,
      asks:
        tag === 'p'
          ? [{ all: [asked, 'dmarc'] }, { all: [asked, 'tag'] }]
          : [
              {
                all: [asked],
                not: [
                  'rua-address',
                  'no-reports',
                  ...(asked === 'tag-sp'
                    ? (['tag-np'] as const)
                    : asked === 'tag-np'
                      ? (['tag-sp'] as const)
                      : asked === 'tag-rua'
                        ? (['tag-ruf'] as const)
                        : asked === 'tag-ruf'
                          ? (['tag-rua'] as const)
                          : []),
                ],
              },
            ],
      with: also,
      isOfDomain: true,
      answer: [...paragraph(what), ...list(notes)],
      ...(findings !== undefined && { findings }),
      source: 'RFC 9989 section 4.7',
      checked: readIn,
    }),
  ),
]
