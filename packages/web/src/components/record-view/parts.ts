/**
 * The effect of a part of a record, as a color: allows senders, refers to other records, decides well, weakly or badly.
 */
export type PartTone = 'plain' | 'version' | 'allow' | 'reference' | 'good' | 'weak' | 'bad'

export interface Part {
  /** The offset in the record. */
  at: number
  text: string
  tone: PartTone
  /** One sentence; null for separators. */
  meaning: string | null
}

/** Splits a record into parts, each with its meaning. The joined parts are always the record. */
export function partsOf(grammar: 'spf' | 'dmarc', record: string): Part[] {
  const separator = grammar === 'spf' ? /( +)/ : /((?<!\s)\s*;\s*|;\s*)/
  let at = 0
  return record.split(separator).flatMap((text, index) => {
    const part = { at, text, ...(index % 2 === 1 ? between : grammar === 'spf' ? spfTerm(text) : dmarcTag(text)) }
    at += text.length
    return text === '' ? [] : [part]
  })
}

type Reading = Pick<Part, 'tone' | 'meaning'>

const between: Reading = { tone: 'plain', meaning: null }

const endings: Record<string, Reading> = {
  '-': { tone: 'good', meaning: 'Everyone else fails: such mail is forged.' },
  '~': { tone: 'weak', meaning: 'Everyone else soft-fails: suspicious, but seldom refused for it alone.' },
  '?': { tone: 'weak', meaning: 'Nothing is said about everyone else.' },
  '+': { tone: 'bad', meaning: 'Everyone in the world may send as this domain.' },
}

const results: Record<string, string> = {
  '+': 'may send',
  '-': 'may not send',
  '~': 'probably may not send',
  '?': 'nothing is said',
}

/** RFC 7208 section 5 (mechanisms) and 6 (modifiers). */
function spfTerm(term: string): Reading {
  if (/^v=spf1$/i.test(term)) return { tone: 'version', meaning: 'This is an SPF record.' }
  const match = /^([-+~?]?)([a-z][a-z0-9_.-]*)([:=/]?)(.*)$/is.exec(term)
  if (!match) return { tone: 'bad', meaning: 'No term of SPF: receivers stop here with an error.' }
  const [, sign = '', word = '', , value = ''] = match
  const qualifier = sign || '+'
  const says = results[qualifier] ?? ''
  const tone: PartTone = qualifier === '+' ? 'allow' : 'weak'
  switch (word.toLowerCase()) {
    case 'all':
      return endings[qualifier] ?? between
    case 'include':
      return {
        tone: 'reference',
        meaning: `Whoever the SPF record of ${value} lets pass: ${says}. One lookup and those inside.`,
      }
    case 'redirect':
      return {
        tone: 'reference',
        meaning: `If nothing before matches, the SPF record of ${value} decides. One lookup and those inside.`,
      }
    case 'ip4':
    case 'ip6':
      return { tone, meaning: `The ${value.includes('/') ? 'network' : 'address'} ${value}: ${says}. No lookup.` }
    case 'a':
      return { tone, meaning: `The addresses of ${host(value)}: ${says}. One lookup.` }
    case 'mx':
      return { tone, meaning: `The mail servers of ${host(value)}: ${says}. One lookup and their addresses.` }
    case 'exists':
      return { tone: 'reference', meaning: `Whoever a lookup of ${value} answers for: ${says}. One lookup.` }
    case 'ptr':
      return {
        tone: 'bad',
        meaning: 'By reverse name: slow and unreliable, the standard advises against it. One lookup.',
      }
    case 'exp':
      return { tone: 'version', meaning: 'Where the text of a refusal stands.' }
    default:
      return { tone: 'bad', meaning: 'Not a term that SPF knows.' }
  }
}

function host(value: string): string {
  const name = value.replace(/\/.*/s, '')
  return name === '' ? 'the domain itself' : name
}

const policies: Record<string, Reading> = {
  reject: { tone: 'good', meaning: 'mail that fails is to be refused.' },
  quarantine: { tone: 'good', meaning: 'mail that fails is to be treated as suspicious.' },
  none: { tone: 'weak', meaning: 'mail that fails is delivered all the same; there are reports only.' },
}

const policyOf: Record<string, string> = {
  p: 'For the domain',
  sp: 'For its subdomains',
  np: 'For names that do not exist',
}

/** RFC 9989 section 4.7, and the tags of RFC 7489 that it removed. */
function dmarcTag(part: string): Reading {
  if (part === '') return between
  const [tag = '', ...rest] = part.split('=')
  const name = tag.trim().toLowerCase()
  const value = rest.join('=').trim()
  switch (name) {
    case 'v':
      return { tone: 'version', meaning: 'This is a DMARC record.' }
    case 'p':
    case 'sp':
    case 'np': {
      const policy = policies[value.toLowerCase()]
      if (!policy) return { tone: 'bad', meaning: 'Not a policy: it must be none, quarantine or reject.' }
      return { tone: policy.tone, meaning: `${policyOf[name]}: ${policy.meaning}` }
    }
    case 'rua':
      return { tone: 'reference', meaning: 'Where the daily summaries of receivers go.' }
    case 'ruf':
      return { tone: 'reference', meaning: 'Where reports on single messages go; few receivers send them.' }
    case 'adkim':
      return {
        tone: 'allow',
        meaning: `DKIM must match the domain ${value === 's' ? 'exactly' : 'or one of its subdomains'}.`,
      }
    case 'aspf':
      return {
        tone: 'allow',
        meaning: `SPF must match the domain ${value === 's' ? 'exactly' : 'or one of its subdomains'}.`,
      }
    case 't':
      return {
        tone: value === 'y' ? 'weak' : 'plain',
        meaning: 'Test mode: receivers are asked to apply a milder policy.',
      }
    case 'psd':
      return { tone: 'plain', meaning: 'Whether this is a public suffix domain.' }
    case 'fo':
      return { tone: 'plain', meaning: 'Which failures are worth a report on a single message.' }
    case 'pct':
      return { tone: 'weak', meaning: `To ${value} percent of the mail; the present standard no longer has this tag.` }
    case 'rf':
    case 'ri':
      return { tone: 'plain', meaning: 'The present standard no longer has this tag.' }
    default:
      return { tone: 'plain', meaning: 'A tag this version of DMARC does not know; receivers pass over it.' }
  }
}
