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
  '-': { tone: 'good', meaning: 'All other servers fail SPF.' },
  '~': { tone: 'weak', meaning: 'All other servers soft-fail: suspicious, but rarely refused for this alone.' },
  '?': { tone: 'weak', meaning: 'All other servers are neutral: neither allowed nor forbidden.' },
  '+': { tone: 'bad', meaning: 'Anyone may send mail as this domain.' },
}

const results: Record<string, string> = {
  '+': 'may send',
  '-': 'may not send',
  '~': 'soft-fail',
  '?': 'neutral',
}

/** RFC 7208 section 5 (mechanisms) and 6 (modifiers). */
function spfTerm(term: string): Reading {
  if (/^v=spf1$/i.test(term)) return { tone: 'version', meaning: 'This is an SPF record.' }
  const match = /^([-+~?]?)([a-z][a-z0-9_.-]*)([:=/]?)(.*)$/is.exec(term)
  if (!match) return { tone: 'bad', meaning: 'Not an SPF term. Receivers return permerror.' }
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
        meaning: `Servers that pass the SPF record of ${value}: ${says}. One lookup plus those in that record.`,
      }
    case 'redirect':
      return {
        tone: 'reference',
        meaning: `If no earlier term matches, the SPF record of ${value} decides. One lookup plus those in that record.`,
      }
    case 'ip4':
    case 'ip6':
      return { tone, meaning: `The ${value.includes('/') ? 'network' : 'address'} ${value}: ${says}. No lookup.` }
    case 'a':
      return { tone, meaning: `The addresses of ${host(value)}: ${says}. One lookup.` }
    case 'mx':
      return { tone, meaning: `The MX servers of ${host(value)}: ${says}. One lookup plus their addresses.` }
    case 'exists':
      return { tone: 'reference', meaning: `Servers for which ${value} resolves: ${says}. One lookup.` }
    case 'ptr':
      return {
        tone: 'bad',
        meaning: 'Matches by reverse DNS. It is slow and unreliable, and RFC 7208 says not to use it. One lookup.',
      }
    case 'exp':
      return { tone: 'version', meaning: 'The name of the TXT record that explains a failure.' }
    default:
      return { tone: 'bad', meaning: 'Not a known SPF term. Receivers return permerror.' }
  }
}

function host(value: string): string {
  const name = value.replace(/\/.*/s, '')
  return name === '' ? 'this domain' : name
}

const policies: Record<string, Reading> = {
  reject: { tone: 'good', meaning: 'receivers refuse mail that fails.' },
  quarantine: { tone: 'good', meaning: 'receivers treat mail that fails as suspicious.' },
  none: { tone: 'weak', meaning: 'receivers deliver mail that fails, and send reports.' },
}

const policyOf: Record<string, string> = {
  p: 'For the domain',
  sp: 'For its subdomains',
  np: 'For nonexistent subdomains',
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
      if (!policy) return { tone: 'bad', meaning: 'Not a valid policy. Use none, quarantine or reject.' }
      return { tone: policy.tone, meaning: `${policyOf[name]}: ${policy.meaning}` }
    }
    case 'rua':
      return { tone: 'reference', meaning: 'Receivers send daily summaries here.' }
    case 'ruf':
      return { tone: 'reference', meaning: 'Receivers send reports on single messages here. Few receivers send them.' }
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
        meaning: 'Test mode: receivers apply the next milder policy.',
      }
    case 'psd':
      return { tone: 'plain', meaning: 'Says whether this is a public suffix domain.' }
    case 'fo':
      return { tone: 'plain', meaning: 'Says which failures trigger a report on a single message.' }
    case 'pct':
      return { tone: 'weak', meaning: `Applies the policy to ${value}% of mail. RFC 9989 removed this tag.` }
    case 'rf':
    case 'ri':
      return { tone: 'plain', meaning: 'RFC 9989 removed this tag.' }
    default:
      return { tone: 'plain', meaning: 'Not a known DMARC tag. Receivers ignore it.' }
  }
}
