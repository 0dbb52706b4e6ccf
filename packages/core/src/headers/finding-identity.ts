import { type AlignedIdentity, isAlignedPass } from './alignment.ts'
import { publishedPolicy, resultsOf } from './counted-results.ts'
import { fieldNamed, type HeaderLine, lineOf } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { type JudgedMessage, listDomain } from './judged-message.ts'
import { domainOf } from './mailbox.ts'
import { finding } from './write-finding.ts'

/** What all findings about identity may cost together when DMARC passes. */
const cap = 10

/** The findings about who sent the message, limited when DMARC passes with alignment. */
export function identityFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const found = [
    ...dmarcFindings(message),
    ...compositeFindings(message),
    ...spfFindings(message),
    ...absenceFindings(message),
    ...mismatchFindings(message),
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
  if (spf !== 'fail' && spf !== 'softfail') return []
  const line = resultLine(message, 'spf') ?? message.parsed.receivedSpf[0]?.at ?? fromLine(message)
  const signed = message.alignment.identities.find(identity => identity.kind === 'dkim' && isAlignedPass(identity))
  if (signed) return finding('spf_forwarded', [line, signed.at])
  return finding(spf === 'fail' ? 'spf_fail' : 'spf_softfail', [line])
}

function absenceFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const methods = ['spf', 'dkim', 'dmarc'].flatMap(name => resultsOf(message.results, name))
  if (methods.length > 0 || message.parsed.receivedSpf.length > 0) return []
  return finding('no_authentication', [fromLine(message) ?? message.parsed.path.at(-1)?.at ?? firstLine(message)])
}

/**
 * A bounce has an empty return path and needs no match. A list is not blamed for From when it authenticated itself: its
 * List-Id alone proves nothing.
 */
function mismatchFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { alignment, organizationalDomain, parsed } = message
  const { fromDomain, organizationalDomain: organization } = alignment
  if (fromDomain === null || parsed.returnPath === '' || parsed.returnPath === null) return []
  const returnDomain = domainOf(parsed.returnPath, true)
  if (returnDomain === null || organizationalDomain(returnDomain) === organization) return []
  const signers = alignment.identities.filter(({ kind, result }) => kind === 'dkim' && result === 'pass')
  if (signers.some(isAlignedPass)) return []
  const list = listDomain(parsed.header)
  const passing = alignment.identities.filter(({ result }) => result === 'pass')
  const lines = [fromLine(message), returnLine(message), ...signers.map(({ at }) => at)]
  if (list !== null && isFromOrganization(passing, organizationalDomain(list), message))
    return finding('list_mail', [...headerLines(message, 'list-id'), ...lines])
  return finding('from_mismatch', lines, { domain: fromDomain })
}

function isFromOrganization(
  passing: readonly AlignedIdentity[],
  organization: string,
  message: JudgedMessage,
): boolean {
  return passing.some(({ domain }) => message.organizationalDomain(domain) === organization)
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

function firstLine({ parsed }: JudgedMessage): HeaderLine | null {
  const [field] = parsed.header.fields
  return field ? lineOf(field) : null
}
