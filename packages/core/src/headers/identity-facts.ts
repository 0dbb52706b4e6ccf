import { type AlignedIdentity, isEmptyPath, senderProperties } from './alignment.ts'
import { isTemporaryError, publishedPolicy, resultsOf } from './counted-results.ts'
import { fieldNamed, fieldsNamed, type HeaderLine, lineOf } from './field.ts'
import { automaticField, type JudgedMessage, listDomain } from './judged-message.ts'
import { domainOf } from './mailbox.ts'
import { isAboveArrival, microsoft, organizationOf, receiverOf } from './receiver.ts'
import type { SignatureField } from './result.ts'

/**
 * The domain that DMARC passed for, when it belongs to another organization than From: the message has two From fields or
 * two addresses in From. Null: DMARC passed for From, or the header shows no such pass.
 */
export function otherDmarcDomain({ alignment, results, organizationalDomain }: JudgedMessage): {
  domain: string
  at: HeaderLine
} | null {
  const [passed] = resultsOf(results, 'dmarc').filter(({ method }) => method.result === 'pass')
  const domain = domainOf(passed?.method.properties.get('header.from') ?? '')
  if (!passed || domain === null || alignment.organizationalDomain === null) return null
  return organizationalDomain(domain) === alignment.organizationalDomain ? null : { domain, at: passed.at }
}

/**
 * The message comes from a list that authenticated itself: the organization of List-Id has a pass of SPF or DKIM. List-Id
 * alone proves nothing.
 */
export function isAuthenticatedList({ alignment, organizationalDomain, parsed }: JudgedMessage): boolean {
  const list = listDomain(parsed.header)
  if (list === null) return false
  const organization = organizationalDomain(list)
  return alignment.identities.some(
    ({ domain, result }) => result === 'pass' && organizationalDomain(domain) === organization,
  )
}

/** The result in which Microsoft says that ARC overrode the failure of DMARC (`compauth=pass reason=130`). */
export function arcOverride({ results }: JudgedMessage): HeaderLine | null {
  const [top] = resultsOf(results, 'compauth')
  if (top?.method.result !== 'pass') return null
  const code = top.method.reason ?? top.method.properties.get('reason') ?? ''
  return code.trim() === '130' ? top.at : null
}

/**
 * The results that count though nothing shows that the receiver wrote them: they name no server of it, and are not above
 * its `Received`. Empty at Microsoft, whose results have no authserv-id, and where no `Received` shows the receiver.
 */
export function unnamedResults({ organizationalDomain, parsed, results }: JudgedMessage): readonly HeaderLine[] {
  const receiver = receiverOf(parsed.path, organizationalDomain)
  const { newest, organization } = receiver
  if (parsed.path.length === 0 || organization === microsoft) return []
  const unnamed = results.filter(({ authservId, at }) => {
    if (authservId === null) return !isAboveArrival(at.line, receiver)
    const writer = organizationOf(authservId, organizationalDomain)
    return newest !== null && writer !== null && writer !== organization && authservId !== newest.by?.toLowerCase()
  })
  return unnamed.map(({ at }) => at)
}

/**
 * The results that count beside the topmost ones, in a place where a sender can write fields too: below the `Received` in
 * which the message came in. Filters of Postfix and Sendmail write theirs there. Empty at Microsoft, which deletes copies.
 */
export function joinedResults({ organizationalDomain, parsed, results }: JudgedMessage): readonly HeaderLine[] {
  const receiver = receiverOf(parsed.path, organizationalDomain)
  if (receiver.organization === microsoft || receiver.newest === null) return []
  const fields = [...new Map(results.map(({ at }) => [at.line, at])).values()]
  return fields.slice(1).filter(({ line }) => !isAboveArrival(line, receiver))
}

/** A list cannot keep the signature of the author: its failure of a policy that asks for nothing is usual. */
export function isListFailure(message: JudgedMessage): boolean {
  const failed = resultsOf(message.results, 'dmarc').find(({ method }) => method.result === 'fail')
  return failed !== undefined && publishedPolicy(failed.method) === 'none' && isAuthenticatedList(message)
}

/** What could show that From is genuine, but was not checked: temporary errors (RFC 8601 section 2.7). */
export function uncheckedLines(message: JudgedMessage): readonly HeaderLine[] {
  const dmarc = resultsOf(message.results, 'dmarc').filter(({ method }) => isTemporaryError(method.result))
  return [...dmarc.map(({ at }) => at), ...uncheckedSigners(message)]
}

/** Signatures with a temporary error that are aligned with From, or whose domain is not shown. */
export function uncheckedSigners({ results, alignment }: JudgedMessage): readonly HeaderLine[] {
  const aligned = alignment.identities.filter(each => each.kind === 'dkim' && each.alignment !== 'none')
  const unnamed = resultsOf(results, 'dkim').filter(
    ({ method: { properties } }) => !(properties.has('header.d') || properties.has('header.i')),
  )
  return [
    ...aligned.filter(({ result }) => isTemporaryError(result)),
    ...unnamed.filter(({ method }) => isTemporaryError(method.result)),
  ].map(({ at }) => at)
}

/** Signatures of the organization in From, where the receiver reports no result of DKIM, and no DMARC that needs one. */
export function unverifiedSignatures({
  alignment,
  organizationalDomain,
  parsed,
  results,
}: JudgedMessage): readonly SignatureField[] {
  const organization = alignment.organizationalDomain
  if (organization === null || resultsOf(results, 'dkim').length > 0 || parsed.authentication.dmarc === 'fail')
    return []
  return parsed.signatures.filter(({ domain }) => {
    const name = domain === null ? null : domainOf(domain)
    return name !== null && organizationalDomain(name) === organization
  })
}

/** Where the sender's address of a message belongs: the return path, or where none is shown, the identity of SPF. */
export function senderIdentity(message: JudgedMessage): { domain: string; at: HeaderLine | null } | null {
  const { alignment, parsed } = message
  if (parsed.returnPath !== null) {
    const domain = domainOf(parsed.returnPath, true)
    return domain === null ? null : { domain, at: null }
  }
  if (isBounce(message)) return null
  const spf = alignment.identities.find(({ kind }) => kind === 'spf')
  return spf ? { domain: spf.domain, at: spf.at } : null
}

/** The envelope has no sender (RFC 5321 section 4.5.5): the return path, or else the reported one, is empty. */
export function isBounce({ parsed, results }: JudgedMessage): boolean {
  if (parsed.returnPath !== null) return parsed.returnPath === ''
  const [reported] = resultsOf(results, 'spf')
  const properties = reported?.method.properties ?? parsed.receivedSpf[0]?.properties
  if (properties === undefined) return false
  const sender = senderProperties.map(name => properties.get(name)).find(value => value !== undefined)
  if (sender !== undefined) return isEmptyPath(sender)
  return properties.has('smtp.helo') || properties.get('identity')?.toLowerCase() === 'helo'
}

/**
 * The field with which a message without an envelope sender shows that a program wrote it: a delivery report (RFC 3464),
 * Auto-Submitted (RFC 3834), or a From of the mail system. Null: it is no bounce, or shows none of them.
 */
export function bounceMark(message: JudgedMessage): HeaderLine | null {
  const { header } = message.parsed
  if (!isBounce(message)) return null
  const marks = [
    automaticField(header),
    fieldsNamed(header, 'content-type').find(({ value }) => /^\s{0,9}multipart\/report\b/i.test(value)),
    message.from.some(({ address }) => /^(?:mailer-daemon|postmaster)@/i.test(address))
      ? fieldNamed(header, 'from')
      : undefined,
  ]
  const mark = marks.find(field => field !== undefined)
  return mark === undefined ? null : lineOf(mark)
}

/** The passing signatures, aligned or not. */
export function passingSigners({ alignment }: JudgedMessage): readonly AlignedIdentity[] {
  return alignment.identities.filter(({ kind, result }) => kind === 'dkim' && result === 'pass')
}
