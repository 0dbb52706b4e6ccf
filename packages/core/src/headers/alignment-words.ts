import type { AlignedIdentity } from './alignment.ts'

type Identity = Pick<AlignedIdentity, 'kind' | 'domain' | 'result' | 'alignment'>

/** The alignment of a message, as a reply has it. */
interface AlignmentReply {
  from_domain: string | null
  identities: readonly Identity[]
  aligned: boolean | null
}

/** Whether an identity makes DMARC pass: it passed, and has the organizational domain of From. */
export function joins({ result, alignment }: Pick<Identity, 'result' | 'alignment'>): boolean {
  return result === 'pass' && alignment !== 'none'
}

const alignments: Record<Identity['alignment'], string> = {
  strict: 'same domain',
  relaxed: 'same organization',
  none: 'another organization',
}

/** `pass, same organization` */
export function identityWords({ result, alignment }: Pick<Identity, 'result' | 'alignment'>): string {
  return `${result.slice(0, 24)}, ${alignments[alignment]}`
}

/** A domain is cut here in a sentence, in characters. */
const domainCharacters = 100

/** A domain as a sentence and a table have it. */
export function named(domain: string): string {
  return domain.length > domainCharacters ? `${domain.slice(0, domainCharacters)}…` : domain
}

/** The alignment in one sentence. */
export function alignmentSentence({ from_domain, identities, aligned }: AlignmentReply): string {
  const from = from_domain === null ? null : named(from_domain)
  if (from === null) return 'No domain can be read from From, so nothing can be aligned with it.'
  if (aligned === null) return `The receiver reports no SPF and no DKIM result for a message from ${from}.`
  if (!aligned) return `The header shows no identity that passed and is aligned with ${from}.`
  const joined = identities.filter(joins).map(({ kind, domain }) => `${kind.toUpperCase()} domain ${named(domain)}`)
  const shown = joined.slice(0, 3).join(' and ')
  const more = joined.length > 3 ? ` and ${joined.length - 3} more` : ''
  return `${shown}${more} passed and ${joined.length === 1 ? 'is' : 'are'} aligned with ${from}.`
}
