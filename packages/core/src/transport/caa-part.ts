import { type Found, partsOf, type Question, subjectOf } from '../check/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import { type CaaProblem, caaProblemCodes, caaProblemText, readCaa } from './caa.ts'
import { forbiddenRenewals } from './caa-renewal.ts'
import { type Judged, rests, type TransportContext, transportPart } from './part.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface CaaFacts {
  caa_missing: { domain: string }
  caa_invalid: { location: string; problem: CaaProblem }
  /** `identifier`: of the authority of the host's certificate, which no record with the tag has. `until`: a day. */
  caa_renewal: {
    host: string
    authority: string
    location: string
    tag: 'issue' | 'issuewild'
    identifier: string
    until: string
  }
}

/** The maximum number of issuers, and of broken records, to name. */
const toldMax = 5

/** In words: only the owner knows the authority. */
const issuerWords =
  'A record for an authority has the flag 0, the tag issue, and as its value the name that the authority documents for CAA, such as letsencrypt.org.'
/** No authority may issue certificates for mail addresses (RFC 9495 section 4). */
const noMailIssuer = '0 issuemail ";"'

/** Who may issue certificates (RFC 8659, RFC 9495). */
export const caa = transportPart<CaaFacts>({
  id: 'caa',
  title: 'CAA',
  findings: {
    caa_missing: {
      check: 'transport',
      points: 0,
      title: 'CAA is not used',
      subject: null,
      meaning: f =>
        `Every certificate authority in the world may issue a certificate for ${f.domain} and its hosts. A wrongly issued one can expose your mail.`,
      advice: f =>
        `Publish one CAA record at ${f.domain} for each authority that you use. ${issuerWords} If you use no certificates for signed mail (S/MIME), add: CAA ${noMailIssuer}`,
      // A record for an authority that the domain does not use would block its certificates.
      advised: f => [{ name: f.domain, type: 'CAA', value: noMailIssuer }],
      clause: 'RFC 8659 section 3',
    },
    caa_invalid: {
      check: 'transport',
      points: 0,
      title: 'A CAA record is broken',
      subject: f => subjectOf(f.problem.code, f.problem.tag, ...(f.problem.value === '' ? [] : [f.problem.value])),
      reason: subject => {
        const [written, tag = '', value = ''] = partsOf(subject)
        const code = caaProblemCodes.find(each => each === written)
        if (code === undefined) return null
        return `A CAA record is broken: ${caaProblemText({ code, tag, value })}`
      },
      meaning: f =>
        f.problem.code === 'iodef'
          ? `Certificate authorities cannot report requests that the records at ${f.location} forbid.`
          : `Certificate authorities may refuse to issue for names at and below ${f.location}.`,
      advice: f => `Correct the CAA records at ${f.location}. ${issuerWords}`,
      clause: 'RFC 8659 section 4.2',
    },
    caa_renewal: {
      check: 'transport',
      points: 0,
      title: 'The CAA records forbid the next renewal of a certificate',
      subject: f => f.authority,
      meaning: f =>
        `The CAA records at ${f.location} do not allow ${f.authority}. It cannot renew the certificate of ${f.host}, which ends on ${f.until}.`,
      advice: f =>
        `Publish beside the records at ${f.location}: CAA ${allowing(f)}. Or change ${f.host} to an authority that they allow.`,
      advised: f => [{ name: f.location, type: 'CAA', value: allowing(f) }],
      clause: 'RFC 8659 section 3',
    },
  },
  judge,
})

function allowing({ tag, identifier }: Pick<CaaFacts['caa_renewal'], 'tag' | 'identifier'>): string {
  return `0 ${tag} "${identifier}"`
}

function judge(value: TransportValue, context: TransportContext): Judged<CaaFacts> {
  const { caa } = value
  const questions = [...caa, ...(value.caaBelow ?? [])].map(({ name }) => asked(name))
  const reading = readCaa(caa)
  const { location } = reading
  const renewals = renewalFindings(value, context)
  if (location === null) {
    if (!reading.complete || caa.length === 0) {
      return { state: 'unchecked', summary: 'The lookup of the records failed.', questions }
    }
    const facts = { domain: context.domain }
    const missing = {
      id: 'caa_missing',
      facts,
      evidence: rests(context, ...caa.map(({ name }) => asked(name))),
    } as const
    const findings: Found<CaaFacts>[] = [missing, ...renewals]
    return {
      state: 'recommendation',
      summary: 'Every certificate authority may issue certificates.',
      findings,
      questions,
    }
  }
  const evidence = rests(context, asked(location))
  const findings = reading.problems.slice(0, toldMax).map(
    (problem): Found<CaaFacts> => ({
      id: 'caa_invalid',
      facts: { location, problem },
      evidence,
    }),
  )
  const issuers = reading.open ? 'every authority' : namesOf(reading.issuers)
  const { wildIssuers, mailIssuers, reportsTo } = reading
  const details = [
    `${location}: ${issuers} may issue for hosts`,
    ...(wildIssuers === undefined ? [] : [`${location}: ${namesOf(wildIssuers)} may issue for wildcard names`]),
    `${location}: ${mailIssuers === null ? 'every authority' : namesOf(mailIssuers)} may issue for mail addresses`,
    ...(reportsTo === undefined ? [] : [`${location}: reports of forbidden requests go to ${namesOf(reportsTo)}`]),
  ]
  if (findings.length > 0) {
    const summary = 'A CAA record is broken.'
    return { state: 'recommendation', summary, details, findings: [...findings, ...renewals], questions }
  }
  if (renewals.length > 0) return { state: 'recommendation', summary: null, details, findings: renewals, questions }
  return { state: 'ok', summary: `The CAA records are at ${location}.`, details, questions }
}

function renewalFindings(value: TransportValue, context: TransportContext): readonly Found<CaaFacts>[] {
  return forbiddenRenewals(value, context.domain).map(({ host, address, authority, location, tag, until }) => {
    const [identifier] = authority.identifiers
    const facts = { host, authority: authority.name, location, tag, identifier, until: until.slice(0, 10) }
    return { id: 'caa_renewal', facts, evidence: rests(context, asked(location), smtpQuestion(host, address)) }
  })
}

function asked(name: string): Question {
  return { name, type: 'CAA' }
}

function namesOf(issuers: readonly string[]): string {
  return issuers.slice(0, toldMax).join(', ') || 'no authority'
}
