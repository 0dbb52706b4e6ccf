import { resultsOf } from './counted-results.ts'
import type { HeaderLine } from './field.ts'
import { domainOf } from './mailbox.ts'
import type { ALabels, OrganizationalDomain } from './parsed-header.ts'
import type { AuthenticationResults, MethodResult, ReceivedSpf } from './result.ts'

/** A domain that authenticated the message, or tried to, beside the domain of From. */
export interface AlignedIdentity {
  kind: 'spf' | 'dkim'
  /** In lower case, as A-labels. */
  domain: string
  /** The receiver's result about it. */
  result: string
  /** `strict`: the same domain as From. `relaxed`: the same organizational domain. `none`: another organization. */
  alignment: 'strict' | 'relaxed' | 'none'
  at: HeaderLine
}

/** DMARC identifier alignment, recomputed from the reported results (RFC 9989 section 4.4). */
export interface Alignment {
  /** The domain of From; null: none can be read. */
  fromDomain: string | null
  organizationalDomain: string | null
  identities: readonly AlignedIdentity[]
  /** An identity that passed is aligned; null: the receiver reports no SPF and no DKIM result. */
  isAligned: boolean | null
}

/** What alignment is computed from. */
export interface AlignmentInput {
  /** In lower case, as A-labels; null: none can be read. */
  fromDomain: string | null
  /** The fields that count, from the top. */
  results: readonly AuthenticationResults[]
  /** From the top. It is read only when the results have no SPF. */
  receivedSpf: readonly ReceivedSpf[]
  /** Empty for a bounce; null: no Return-Path. */
  returnPath: string | null
  /** The name that the sending host gave; null: unknown. */
  helo: string | null
}

/** More identities than this are not compared: a receiver reports a handful. */
const readIdentities = 100

/** As reported: its domain may have U-labels. */
type Identity = Omit<AlignedIdentity, 'alignment'>

/**
 * Compares each domain that the receiver reports for SPF and DKIM with the domain of From. DMARC uses SPF of the MAIL
 * FROM identity only, which is the HELO name when the return path is empty (RFC 7208 section 2.4). A result without a
 * readable domain is no identity.
 */
export function alignmentOf(
  input: AlignmentInput,
  organizationalDomain: OrganizationalDomain,
  aLabels: ALabels = name => name,
): Alignment {
  const { fromDomain, results, receivedSpf } = input
  const spf = resultsOf(results, 'spf')
  const dkim = resultsOf(results, 'dkim')
  const organization = fromDomain === null ? null : organizationalDomain(fromDomain)
  const alignmentWith = (domain: string): AlignedIdentity['alignment'] => {
    if (domain === fromDomain) return 'strict'
    return organization !== null && organizationalDomain(domain) === organization ? 'relaxed' : 'none'
  }
  const identities = [
    ...(spf.length > 0 ? spfIdentities(input) : receivedIdentities(input)),
    ...dkimIdentities(results),
  ]
  const compared = identities
    .slice(0, readIdentities)
    .map(identity => ({ ...identity, domain: aLabels(identity.domain) }))
    .map(identity => ({ ...identity, alignment: alignmentWith(identity.domain) }))
  const isReported = spf.length > 0 || dkim.length > 0 || receivedSpf.length > 0
  return {
    fromDomain,
    organizationalDomain: organization,
    identities: compared,
    isAligned: isReported ? compared.some(isAlignedPass) : null,
  }
}

/** Whether an identity authenticates the domain of From, as DMARC asks. */
export function isAlignedPass({ result, alignment }: Pick<AlignedIdentity, 'result' | 'alignment'>): boolean {
  return result === 'pass' && alignment !== 'none'
}

/** The names under which receivers report the sender's address of SPF, the usual one first. */
export const senderProperties = ['smtp.mailfrom', 'smtp.mail', 'smtp.mfrom', 'smtp.envelope-from', 'envelope-from']

function spfIdentities(input: AlignmentInput): readonly Identity[] {
  return resultsOf(input.results, 'spf').flatMap(({ method, at }) => {
    const sender = senderProperties.map(name => method.properties.get(name)).find(value => value !== undefined)
    const helo = method.properties.get('smtp.helo')
    return spfIdentity(
      { result: method.result, at, sender, helo, isHelo: sender === undefined && helo !== undefined },
      input,
    )
  })
}

function receivedIdentities(input: AlignmentInput): readonly Identity[] {
  const [top] = input.receivedSpf
  if (!top) return []
  const { properties, result, at } = top
  const isHelo = properties.get('identity')?.toLowerCase() === 'helo'
  return spfIdentity(
    { result, at, sender: properties.get('envelope-from'), helo: properties.get('helo'), isHelo },
    input,
  )
}

interface SpfResult {
  result: string
  at: HeaderLine
  sender: string | undefined
  helo: string | undefined
  /** The result is about the HELO name alone. */
  isHelo: boolean
}

function spfIdentity({ result, at, sender, helo, isHelo }: SpfResult, input: AlignmentInput): readonly Identity[] {
  const { returnPath } = input
  const hasSender = returnPath !== null && returnPath !== ''
  if (isHelo && hasSender) return []
  const isBounce = isHelo || isEmptyPath(sender) || (sender === undefined && returnPath === '')
  const written = isBounce ? (helo ?? input.helo ?? '') : (sender ?? returnPath ?? '')
  const domain = domainOf(written)
  return domain === null ? [] : [{ kind: 'spf', domain, result, at }]
}

/** Whether a reported sender's address is that of a bounce; undefined: none is reported. */
export function isEmptyPath(sender: string | undefined): boolean {
  return sender !== undefined && /^(?:|""|<>|"<>")$/.test(sender.trim())
}

function dkimIdentities(results: readonly AuthenticationResults[]): readonly Identity[] {
  return resultsOf(results, 'dkim').flatMap(({ method, at }) => {
    const domain = signingDomain(method)
    return domain === null ? [] : [{ kind: 'dkim', domain, result: method.result, at } as const]
  })
}

function signingDomain({ properties }: MethodResult): string | null {
  const written = properties.get('header.d') ?? properties.get('header.i')
  return written === undefined ? null : domainOf(written)
}
