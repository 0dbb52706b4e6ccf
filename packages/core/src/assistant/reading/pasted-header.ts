/** What a piece of a message header that someone pasted into a question says. All names are in lower case. */
export interface PastedHeader {
  spf: string | null
  dkim: string | null
  dmarc: string | null
  /** The domain that SPF checked. */
  spfDomain: string | null
  /** The domains of signatures. */
  dkimDomains: readonly string[]
  /** The domain of From. */
  fromDomain: string | null
  /** The receiver says that the content does not match the signature. */
  isBodyChanged: boolean
}

const results: ReadonlySet<string> = new Set(
  'pass fail softfail neutral none permerror temperror bestguesspass'.split(' '),
)
const fields =
  /(?:^|\n|\s)(?:authentication-results|arc-authentication-results|received-spf|return-path|dkim-signature):/
const property = /\b(?:header\.(?:from|d|i)|smtp\.mailfrom)=/
const domainName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.){1,10}[a-z][a-z0-9-]{1,62}$/

/** Reads the results in a pasted header; null: the question has none. @param text as it was asked */
export function pastedHeaderIn(text: string): PastedHeader | null {
  const low = text.toLowerCase()
  if (!fields.test(low) && !property.test(low)) return null
  const words = low.split(/[\s;,()<>"]+/)
  const after = (key: string) => words.flatMap(word => (word.startsWith(key) ? [word.slice(key.length)] : []))
  const resultOf = (key: string) => after(`${key}=`).find(value => results.has(value)) ?? null
  const domains = (key: string) => after(key).flatMap(value => domainOf(value) ?? [])
  const at = (field: string) => {
    const place = words.indexOf(field)
    return place < 0
      ? []
      : words.slice(place + 1, place + 6).flatMap(word => (word.includes('@') ? (domainOf(word) ?? []) : []))
  }
  const received = words.indexOf('received-spf:')
  const receivedResult = received < 0 ? undefined : words[received + 1]
  return {
    spf: resultOf('spf') ?? (receivedResult !== undefined && results.has(receivedResult) ? receivedResult : null),
    dkim: resultOf('dkim'),
    dmarc: resultOf('dmarc'),
    spfDomain: domains('smtp.mailfrom=')[0] ?? at('return-path:')[0] ?? null,
    dkimDomains: [...new Set([...domains('header.d='), ...domains('header.i='), ...domains('d=')])].slice(0, 5),
    fromDomain: domains('header.from=')[0] ?? at('from:')[0] ?? null,
    isBodyChanged: low.includes('body hash'),
  }
}

function domainOf(value: string): string | null {
  const name = value.slice(value.lastIndexOf('@') + 1).replace(/\.$/, '')
  return name.length <= 253 && domainName.test(name) ? name : null
}
