import { isAlignedPass } from './alignment.ts'
import { bypassedCheck } from './bypassed-check.ts'
import { publishedPolicy, resultsOf } from './counted-results.ts'
import { fieldNamed, fieldsNamed, type HeaderLine, lineOf } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { absenceFindings, ownReason } from './finding-absence.ts'
import {
  arcOverride,
  bounceMark,
  isAuthenticatedList,
  isBounce,
  isListFailure,
  otherDmarcDomain,
  passingSigners,
  senderIdentity,
  uncheckedLines,
  unverifiedSignatures,
} from './identity-facts.ts'
import type { JudgedMessage } from './judged-message.ts'
import { domainOf } from './mailbox.ts'
import { finding } from './write-finding.ts'

/** What all findings about identity may cost together when DMARC passes. */
const cap = 10

/** The findings about who sent the message, limited when DMARC passes with alignment. */
export function identityFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const bypassed = bypassedCheck(message)
  if (bypassed !== null && !isGenuine(message))
    return [...finding('results_bypassed', [bypassed]), ...otherDomainFindings(message), ...domainFindings(message)]
  const found = [
    ...dmarcFindings(message),
    ...compositeFindings(message),
    ...spfFindings(message),
    ...otherDomainFindings(message),
    ...absenceFindings(message),
    ...mismatchFindings(message),
    ...domainFindings(message),
  ]
  return isGenuine(message) ? capped(found, message) : found
}

/** From is authenticated: DMARC passes for its domain, or would have if the domain had a record. */
function isGenuine(message: JudgedMessage): boolean {
  const { parsed, alignment, results, organizationalDomain } = message
  const { dmarc } = parsed.authentication
  if (dmarc === 'none' || dmarc === 'bestguesspass') return alignment.isAligned === true
  if (dmarc !== 'pass' || alignment.organizationalDomain === null) return false
  const [passed] = resultsOf(results, 'dmarc').filter(({ method }) => method.result === 'pass')
  const checked = passed?.method.properties.get('header.from')
  const domain = checked === undefined ? null : domainOf(checked)
  return checked === undefined || (domain !== null && organizationalDomain(domain) === alignment.organizationalDomain)
}

function capped(found: readonly HeaderFinding[], message: JudgedMessage): readonly HeaderFinding[] {
  let left = cap
  let isReduced = false
  const reduced = found.map(each => {
    const points = Math.min(left, each.points)
    left -= points
    isReduced ||= points < each.points
    return { ...each, points }
  })
  return isReduced
    ? [...reduced, ...finding('identity_capped', [resultLine(message, 'dmarc') ?? passingLine(message)])]
    : reduced
}

function dmarcFindings(message: JudgedMessage): readonly HeaderFinding[] {
  if (message.parsed.authentication.dmarc !== 'fail') return []
  const failed = resultsOf(message.results, 'dmarc').find(({ method }) => method.result === 'fail')
  const override = arcOverride(message)
  if (override) return finding('dmarc_overridden', [failed?.at, override])
  if (isListFailure(message)) return finding('dmarc_fail_list', [failed?.at, ...headerLines(message, 'list-id')])
  const policy = failed && publishedPolicy(failed.method)
  return finding(policy === 'enforced' ? 'dmarc_fail_enforced' : 'dmarc_fail', [failed?.at ?? fromLine(message)])
}

/** `compauth=fail` beside a DMARC failure is the same evidence. */
function compositeFindings(message: JudgedMessage): readonly HeaderFinding[] {
  if (message.parsed.authentication.dmarc === 'fail') return []
  const [top] = resultsOf(message.results, 'compauth')
  return top?.method.result === 'fail' ? finding('composite_fail', [top.at]) : []
}

function spfFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { spf } = message.parsed.authentication
  // `hardfail` is the word of RFC 5451, which some receivers still write.
  if (spf !== 'fail' && spf !== 'hardfail' && spf !== 'softfail') return []
  const line = resultLine(message, 'spf') ?? message.parsed.receivedSpf[0]?.at ?? fromLine(message)
  const signed = message.alignment.identities.find(identity => identity.kind === 'dkim' && isAlignedPass(identity))
  if (signed) return finding('spf_forwarded', [line, signed.at])
  if (uncheckedLines(message).length > 0 || arcOverride(message)) return []
  return finding(spf === 'softfail' ? 'spf_softfail' : 'spf_fail', [line])
}

/** DMARC passed for a name that the reader may not see: the message has two From fields or addresses. */
function otherDomainFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const other = otherDmarcDomain(message)
  if (other === null) return []
  const facts = { checked: other.domain, domain: message.alignment.fromDomain ?? '' }
  return finding('dmarc_other_domain', [other.at, ...fieldsNamed(message.parsed.header, 'from').map(lineOf)], facts)
}

/**
 * An aligned pass and a pass of DMARC need no match. A bounce has no sender's address and needs none. A signature that was not checked may be aligned. A list is not
 * blamed for From when it authenticated itself.
 */
function mismatchFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { fromDomain, organizationalDomain: organization } = message.alignment
  if (fromDomain === null || isBounce(message)) return []
  const sender = senderIdentity(message)
  if (sender === null || message.organizationalDomain(sender.domain) === organization) return []
  if (message.alignment.isAligned === true || isGenuine(message)) return []
  if (uncheckedLines(message).length > 0 || arcOverride(message)) return []
  const unverified = unverifiedSignatures(message)
  if (unverified.length > 0)
    return finding(
      'signature_unchecked',
      unverified.map(({ at }) => at),
      { domain: fromDomain },
    )
  const signers = passingSigners(message).map(({ at }) => at)
  const lines = [fromLine(message), returnLine(message) ?? sender.at, ...signers]
  if (isAuthenticatedList(message)) return finding('list_mail', [...headerLines(message, 'list-id'), ...lines])
  return finding('from_mismatch', lines, { domain: fromDomain })
}

/** Programs of a mail system write From without a domain: in bounces, and for mail that stays inside the organization. */
function domainFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { alignment, from, parsed } = message
  if (alignment.fromDomain !== null || parsed.path.length === 0) return []
  if (bounceMark(message) !== null || ownReason(message) !== null) return []
  const written = from[0]?.address ?? fieldNamed(parsed.header, 'from')?.value.slice(0, 100) ?? ''
  if (/^(?:mailer-daemon|postmaster)(?:@[\w-]{1,63})?(?: ?<>)?$/i.test(written.trim())) return []
  if (written.trim() === '<>' && isBounce(message)) return []
  return finding('from_without_domain', [fromLine(message)])
}

function resultLine({ results }: JudgedMessage, method: string): HeaderLine | null {
  return resultsOf(results, method)[0]?.at ?? null
}

function passingLine({ alignment }: JudgedMessage): HeaderLine | null {
  return alignment.identities.find(isAlignedPass)?.at ?? null
}

function fromLine(message: JudgedMessage): HeaderLine | null {
  return headerLines(message, 'from')[0] ?? null
}

function returnLine(message: JudgedMessage): HeaderLine | null {
  return headerLines(message, 'return-path')[0] ?? null
}

function headerLines({ parsed }: JudgedMessage, name: string): readonly HeaderLine[] {
  const field = fieldNamed(parsed.header, name)
  return field ? [lineOf(field)] : []
}
