import { type FindingRows, partsOf, subjectOf } from '../check/index.ts'
import type { CertificateFault } from './certificate-fault.ts'
import { isFaultCode, type MtaStsFault, mtaStsFaultText } from './mta-sts.ts'
import type { NextPolicy } from './mta-sts-build.ts'
import { keepsPins, onlyProvider, type Pinned, type RunBy } from './part.ts'

/** Why a policy refuses a mail server: it does not list the host, TLS does not work there, or its certificate is not valid. */
type MismatchCause = 'unlisted' | 'starttls' | 'handshake' | CertificateFault['kind']

/** The policy that resolves a finding; null: it cannot be spelled out. Absent in findings of earlier versions. */
interface Next {
  next?: NextPolicy | null
}

/** The data for the texts of the findings about MTA-STS. */
export interface MtaStsFacts {
  /** `correct`: the hosts whose MX records have to change before a policy names them. */
  mta_sts_missing: { domain: string; mx: string; correct?: string } & Next
  mta_sts_invalid: { domain: string; problem: string }
  /** `expired`: the certificate of its server has. */
  mta_sts_policy_unavailable: {
    domain: string
    url: string
    problem: string
    mx: string
    correct?: string
    expired?: true
  } & Next
  mta_sts_policy_invalid: { url: string; fault: MtaStsFault } & Next
  mta_sts_mismatch: { host: string; url: string; cause: MismatchCause; detail: string } & Pinned & RunBy & Next
  mta_sts_mx_mismatch: { host: string; url: string } & Next
  /**
   * What stands before mode enforce. `refused`: a host that the policy would refuse then, and why (absent: for its
   * certificate). `unknown`: the addresses of which that is unknown. `reports`: no TLS reports arrive.
   */
  mta_sts_testing: {
    domain: string
    url: string
    refused?: string
    refusedBy?: 'certificate' | 'tls' | 'policy'
    unknown?: string
    reports?: false
  } & Next
  mta_sts_none: { domain: string; url: string } & Next
}

export const mtaStsRows: FindingRows<MtaStsFacts> = {
  mta_sts_missing: {
    check: 'transport',
    points: 0,
    title: 'MTA-STS is not used',
    subject: null,
    meaning: f =>
      `An attacker in the path can make senders deliver mail for ${f.domain} unencrypted, or to another server.`,
    advice: f =>
      `${correctFirst(f)}Serve at https://mta-sts.${f.domain}/.well-known/mta-sts.txt, line by line: version: STSv1 / mode: testing / ${f.mx} / max_age: 604800. Then publish as TXT at _mta-sts.${f.domain}: v=STSv1; id=1`,
    // Where the file is spelled out, the action has the record too.
    advised: f => [{ name: `_mta-sts.${f.domain}`, type: 'TXT', value: 'v=STSv1; id=1' }],
    clause: 'RFC 8461 section 3',
  },
  mta_sts_invalid: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS record is broken',
    subject: null,
    meaning: f => `Senders ignore the policy of ${f.domain}: ${f.problem}.`,
    advice: f =>
      `Keep one TXT record at _mta-sts.${f.domain} and use a new id for each change of the policy, for example: v=STSv1; id=1`,
    clause: 'RFC 8461 section 3.1',
  },
  mta_sts_policy_unavailable: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy cannot be fetched',
    subject: null,
    meaning: f => `The record at _mta-sts.${f.domain} announces a policy, but senders find none: ${f.problem}.`,
    advice: f =>
      f.expired === true
        ? `Renew the certificate of mta-sts.${f.domain}, and automate its renewal.`
        : `${correctFirst(f)}Serve at ${f.url}, without a redirect and with a certificate for mta-sts.${f.domain}, line by line: version: STSv1 / mode: testing / ${f.mx} / max_age: 604800`,
    clause: 'RFC 8461 section 3.3',
  },
  mta_sts_policy_invalid: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy is broken',
    subject: f => subjectOf(f.fault.code, ...(f.fault.detail === '' ? [] : [f.fault.detail])),
    reason: subject => {
      const [code = '', detail = ''] = partsOf(subject)
      return isFaultCode(code) ? `The MTA-STS policy is broken: ${mtaStsFaultText({ code, detail })}` : null
    },
    meaning: () => 'Senders ignore a policy with syntax errors.',
    advice: f => `Correct the file at ${f.url}, and change the id of the record.`,
    clause: 'RFC 8461 section 3.2',
  },
  mta_sts_mismatch: {
    check: 'transport',
    points: -20,
    title: 'MTA-STS policy refuses the MX',
    subject: f => f.host,
    meaning: f => `${mismatchWords(f)}. Senders that follow MTA-STS do not deliver to ${f.host}.`,
    advice: mismatchAdvice,
    clause: 'RFC 8461 section 5',
  },
  mta_sts_mx_mismatch: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy leaves out an MX host',
    subject: f => f.host,
    meaning: f => `The policy does not list ${f.host}. In mode enforce, senders do not deliver to it.`,
    advice: f => `Add the line mx: ${f.host} to ${f.url} and change the id of the record, or remove the MX.`,
    clause: 'RFC 8461 section 4.1',
  },
  mta_sts_testing: {
    check: 'transport',
    points: 0,
    title: 'MTA-STS is in testing mode',
    subject: null,
    meaning: f => `Senders report failures, but still deliver mail for ${f.domain}.`,
    advice: testingAdvice,
    clause: 'RFC 8461 section 5',
  },
  mta_sts_none: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy turns MTA-STS off',
    subject: null,
    meaning: f => `The mode none tells senders to treat ${f.domain} as if it had no policy.`,
    advice: f => `Change the mode in ${f.url} from none to testing, and change the id of the record.`,
    clause: 'RFC 8461 section 5',
  },
}

function mismatchWords({ host, cause, detail }: MtaStsFacts['mta_sts_mismatch']): string {
  switch (cause) {
    case 'unlisted':
      return `The policy is in mode enforce and does not list ${host}`
    case 'expired':
      return `The policy is in mode enforce, and the certificate of ${host} expired on ${detail}`
    case 'name':
      return `The policy is in mode enforce, and the certificate of ${host} is for ${detail}`
    case 'untrusted':
      return `The policy is in mode enforce, and the certificate of ${host} is not trusted: ${detail}`
    case 'future':
      return `The policy is in mode enforce, and the certificate of ${host} is not valid before ${detail}`
    case 'common-name':
      return `The policy is in mode enforce, and the certificate of ${host} has its name in the common name only: ${detail}`
    case 'starttls':
      return `The policy is in mode enforce, and ${host} offers no STARTTLS`
    case 'handshake':
      return `The policy is in mode enforce, and the TLS handshake with ${host} fails`
    default:
      return cause satisfies never
  }
}

function mismatchAdvice(f: MtaStsFacts['mta_sts_mismatch']): string {
  return `${remedy(f)}${f.cause === 'unlisted' ? '' : keepsPins(f)}`
}

function remedy({ host, url, cause, detail, provider }: MtaStsFacts['mta_sts_mismatch']): string {
  if (cause === 'unlisted')
    return `Add the line mx: ${host} to ${url} and change the id of the record, or remove the MX.`
  const only = onlyProvider({ host, ...(provider !== undefined && { provider }) })
  if (only !== null) return only
  switch (cause) {
    case 'expired':
      return `Renew the certificate of ${host}, and automate its renewal.`
    case 'future':
      return `Install a certificate on ${host} that is valid now, or wait until ${detail}.`
    case 'name':
    case 'common-name':
      return `Install a certificate for ${host} that has this name in its subject alternative name.`
    case 'untrusted':
      return `Install a valid certificate of a public authority for ${host}, with the whole chain.`
    case 'starttls':
      return `Turn on STARTTLS on port 25 of ${host}, with a certificate of a public authority for ${host}.`
    case 'handshake':
      return `Check the mail log of ${host}. It needs a certificate with its private key, and TLS 1.2 or 1.3.`
    default:
      return cause satisfies never
  }
}

/** What comes before mode enforce is named first. */
function testingAdvice({ url, refused, refusedBy, unknown, reports }: MtaStsFacts['mta_sts_testing']): string {
  const change = `Change the mode in ${url} from testing to enforce when the reports show no failures, and change the id of the record.`
  if (refused !== undefined) {
    const what = refusedBy === 'tls' ? 'TLS at' : refusedBy === 'policy' ? 'the policy for' : 'the certificate of'
    return `Correct ${what} ${refused} first, which senders would refuse. ${change}`
  }
  const first = reports === false ? 'Publish a TLS reporting record first, so that you see failures. ' : ''
  if (unknown === undefined) return `${first}${change}`
  return `${first}Stay in mode testing for now. We could not check ${unknown}, so mode enforce might stop mail there.`
}

/** A policy that names a host without a usable MX record would soon be wrong. */
function correctFirst({ correct }: { correct?: string }): string {
  return correct === undefined
    ? ''
    : `Correct the MX records of ${correct} first, as their own findings say, and name the corrected hosts in the policy. `
}
