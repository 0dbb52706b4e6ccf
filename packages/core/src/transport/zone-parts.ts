import type { Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { readBimiRecords } from './bimi.ts'
import { readCaa } from './caa.ts'
import type { TransportFinding } from './findings.data.ts'
import { part, rests, type TransportContext, type TransportPart } from './part.ts'
import type { TransportValue } from './value.ts'

const toldMax = 5

/** Whether the zone is signed (RFC 9364). That it is broken is a finding of the DNS check, and not told twice. */
export function dnssecPart({ dnssec }: TransportValue, context: TransportContext): TransportPart {
  const { zone, ds, keys, authentic, validating } = dnssec
  const questions: readonly Question[] = [
    { name: zone, type: 'DS' },
    { name: zone, type: 'DNSKEY' },
  ]
  const details = [`${zone}: ${ds ?? 'unknown'} DS, ${keys ?? 'unknown'} DNSKEY`]
  const told = (
    state: TransportPart['state'],
    summary: string,
    findings: readonly TransportFinding[] = [],
  ): TransportPart => part('dnssec', context, questions, { state, summary, details, findings })
  if (authentic === 'bogus')
    return told('recommendation', 'DNSSEC is broken: resolvers that validate refuse every answer.')
  if (ds === null || keys === null) return told('unchecked', 'The keys of the zone could not be asked for.')
  if (keys > 0 && authentic === 'yes') return told('ok', 'The zone is signed, and the resolver vouches for it.')
  const { domain } = context
  const evidence = rests(context, ...questions)
  if (ds === 0 && keys === 0) {
    return told('recommendation', 'The zone is not signed.', [
      { id: 'dnssec_unsigned', check: 'transport', facts: { domain }, evidence },
    ])
  }
  if (ds === 0) {
    return told('recommendation', 'The zone has keys, but no DS record above it.', [
      { id: 'dnssec_ds_missing', check: 'transport', facts: { domain }, evidence },
    ])
  }
  if (keys > 0 && validating !== true) {
    return told('unchecked', 'The zone is signed, but the DNS resolver of this installation does not validate DNSSEC.')
  }
  return told('recommendation', 'The zone has a DS record, but nothing vouches for its answers.', [
    { id: 'dnssec_unvalidated', check: 'transport', facts: { domain }, evidence },
  ])
}

/** Whether mail programs may show a logo: only of a domain whose DMARC policy is enforced. */
export function bimiPart({ bimi }: TransportValue, context: TransportContext): TransportPart {
  const { name, texts } = bimi
  const question: Question = { name, type: 'TXT' }
  const told = (
    state: TransportPart['state'],
    summary: string,
    findings: readonly TransportFinding[] = [],
  ): TransportPart => {
    const details = (texts ?? []).map(text => `${name}: ${displayText(text, 200)}`)
    return part('bimi', context, [question], { state, summary, details, findings })
  }
  const { domain, nonMail, dmarcEnforced } = context
  if (nonMail === true) return told('not-applicable', 'The domain sends no mail.')
  if (texts === null) return told('unchecked', 'The record could not be asked for.')
  const evidence = rests(context, question)
  const reading = readBimiRecords(texts)
  if (reading.state === 'invalid') {
    const facts = { location: name, problem: reading.problem }
    const findings: TransportFinding[] = [{ id: 'bimi_invalid', check: 'transport', facts, evidence }]
    return told('recommendation', 'The record is broken, and no logo is shown.', findings)
  }
  if (reading.state === 'valid' && reading.picture === null)
    return told('ok', 'The record asks for no logo to be shown.')
  if (dmarcEnforced === null) return told('unchecked', 'Whether DMARC allows a logo could not be asked for.')
  if (!dmarcEnforced) {
    const summary = 'Logos are shown only under a DMARC policy of quarantine or reject.'
    return told(reading.state === 'missing' ? 'not-applicable' : 'recommendation', summary)
  }
  if (reading.state === 'missing') {
    return told('recommendation', 'BIMI is not used.', [
      { id: 'bimi_missing', check: 'transport', facts: { domain }, evidence },
    ])
  }
  if (reading.certificate === null) {
    return told('ok', 'A logo is published without a mark certificate: some mailbox providers do not show it.')
  }
  return told('ok', 'A logo is published with its mark certificate.')
}

/** Who may issue certificates (RFC 8659, RFC 9495). */
export function caaPart({ caa }: TransportValue, context: TransportContext): TransportPart {
  const questions = caa.map(({ name }): Question => ({ name, type: 'CAA' }))
  const reading = readCaa(caa)
  const { location } = reading
  if (location === null) {
    if (!reading.complete || caa.length === 0) {
      return part('caa', context, questions, { state: 'unchecked', summary: 'The records could not be asked for.' })
    }
    const facts = { domain: context.domain }
    const findings: TransportFinding[] = [
      { id: 'caa_missing', check: 'transport', facts, evidence: rests(context, ...questions) },
    ]
    return part('caa', context, questions, { state: 'recommendation', summary: 'Every authority may issue.', findings })
  }
  const evidence = rests(context, { name: location, type: 'CAA' })
  const findings = reading.problems
    .slice(0, toldMax)
    .map(
      (problem): TransportFinding => ({
        id: 'caa_invalid',
        check: 'transport',
        facts: { location, problem },
        evidence,
      }),
    )
  const issuers = reading.open ? 'every authority' : reading.issuers.slice(0, toldMax).join(', ') || 'nobody'
  const details = [
    `${location}: ${issuers} may issue for hosts`,
    `${location}: ${reading.mailIssuers === null ? 'every authority' : reading.mailIssuers.slice(0, toldMax).join(', ') || 'nobody'} may issue for mail addresses`,
  ]
  if (findings.length > 0) {
    return part('caa', context, questions, {
      state: 'recommendation',
      summary: 'A CAA record is broken.',
      details,
      findings,
    })
  }
  return part('caa', context, questions, { state: 'ok', summary: `CAA records stand at ${location}.`, details })
}
