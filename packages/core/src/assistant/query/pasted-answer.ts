import { parseDmarc } from '../../dmarc/index.ts'
import { providerOfSpfInclude } from '../../providers/index.ts'
import { costsLookup, parseSpf, printMacroString } from '../../spf/index.ts'
import { type Answer, andWords, list, paragraph } from '../answer.ts'
import type { PastedRecord } from '../reading/pasted-record.ts'

const endings = {
  '-': '-all: servers that it does not list fail.',
  '~': '~all: servers that it does not list are flagged only (softfail).',
  '?': '?all: neutral, so it says nothing about servers that it does not list. Use ~all or -all.',
  '+': '+all: every server in the world passes. Never publish that; use ~all or -all.',
} as const

const effects = {
  none: 'p=none: receivers deliver mail that fails, and only report.',
  quarantine: 'p=quarantine: receivers put mail that fails into the spam folder.',
  reject: 'p=reject: receivers refuse mail that fails.',
} as const

const problemsMax = 8

/** What our parser says of a record that was pasted. It looks nothing up. */
export function pastedAnswer({ kind, text }: PastedRecord): Answer {
  return kind === 'spf' ? spfAnswer(text) : dmarcAnswer(text)
}

function spfAnswer(text: string): Answer {
  const { terms, problems } = parseSpf(text)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const all = terms.flatMap(({ term }) => (term.kind === 'all' ? [term.qualifier] : []))
  const hasRedirect = terms.some(({ term }) => term.kind === 'redirect')
  const services = terms.flatMap(({ term }) =>
    term.kind === 'include' ? (providerOfSpfInclude(printMacroString(term.domain))?.name ?? []) : [],
  )
  const lookups = terms.filter(({ term }) => costsLookup(term.kind)).length
  const isOpen = all.includes('+')
  return [
    ...paragraph(
      errors.length > 0
        ? 'No: this SPF record has an error, so receivers return permerror and ignore it.'
        : isOpen
          ? 'No: it has no error, but it lets every server pass.'
          : 'The form of this SPF record is right.',
      'strong',
    ),
    ...list([
      ...problems.slice(0, problemsMax).map(({ message }) => `${capital(message)}.`),
      ...(all[0] === undefined
        ? [
            hasRedirect
              ? 'Its ending is that of the record that redirect names.'
              : 'It has no ending: put ~all or -all at the end.',
          ]
        : [endings[all[0]]]),
      lookups > 10
        ? `It needs more than 10 DNS lookups (${lookups} terms that look something up), which is too many: SPF then fails for all your mail.`
        : `It needs at least ${lookups} of the 10 DNS lookups allowed; what its includes need comes on top. The SPF Record Builder under Tools counts them all.`,
      ...(services.length === 0 ? [] : [`It lets these services send: ${andWords([...new Set(services)])}.`]),
    ]),
    ...paragraph('Whether it names all your senders, only you know. I looked nothing up for this.', 'quiet'),
  ]
}

function dmarcAnswer(text: string): Answer {
  const { p, sp, rua, t, errors, warnings } = parseDmarc(text)
  const hasPct = /;\s?pct\s?=/i.test(text)
  return [
    ...paragraph(
      errors.length > 0
        ? 'No: receivers cannot use this DMARC record.'
        : warnings.length > 0
          ? 'Receivers can use this DMARC record, but not all of it is right.'
          : 'The form of this DMARC record is right.',
      'strong',
    ),
    ...list([
      ...[...errors, ...warnings].slice(0, problemsMax).map(({ message }) => `${capital(message)}.`),
      ...(p === null ? [] : [effects[p]]),
      ...(sp === null || sp === p ? [] : [`Subdomains: sp=${sp}.`]),
      ...(hasPct
        ? ['Leave pct out. Use t=y instead: receivers then apply the next weaker policy while you test.']
        : []),
      ...(t ? ['t=y: receivers apply the next weaker policy while you test.'] : []),
      ...(rua.length === 0 ? ['No usable address for reports (rua): it must begin with mailto:.'] : []),
    ]),
    ...paragraph(
      'I looked nothing up for this, so whether another domain agrees to get the reports is not known.',
      'quiet',
    ),
  ]
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}`
