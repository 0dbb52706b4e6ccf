import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'

/** What the wording of each finding about DMARC needs to know. Every value is short, printable text or a count. */
export interface DmarcFacts {
  dmarc_missing: { domain: string }
  dmarc_invalid: { location: string; problem: string }
  dmarc_bogus: { domain: string; location: string; broken: BrokenZone }
  dmarc_none: { location: string }
  dmarc_testing: { location: string; tag: string }
  dmarc_sp_weaker: { tag: string; policy: string }
  dmarc_rua_missing: { location: string }
  dmarc_rua_unauthorised: { destination: string; record: string }
  nonmail_dmarc_missing: { domain: string }
  nonmail_dmarc_weak: { location: string }
  nonmail_dmarc_quarantine: { location: string }
}

export type DmarcFinding = FindingOf<DmarcFacts>

export const dmarcRows: FindingRows<DmarcFacts> = {
  dmarc_missing: {
    check: 'dmarc',
    points: -35,
    title: 'DMARC record missing',
    subject: null,
    meaning: f =>
      `Nothing tells receivers what to do with forged mail from ${f.domain}, and large mailbox providers ask bulk senders for a DMARC record.`,
    advice: f => `Publish as TXT at _dmarc.${f.domain}: v=DMARC1; p=none; rua=mailto:dmarc@${f.domain}`,
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_invalid: {
    check: 'dmarc',
    points: -35,
    title: 'DMARC record is broken',
    subject: null,
    meaning: f => `Receivers ignore the record at _dmarc.${f.location}: ${f.problem}.`,
    advice: f =>
      `Keep one TXT record at _dmarc.${f.location}, for example: v=DMARC1; p=none; rua=mailto:dmarc@${f.location}`,
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_bogus: {
    check: 'dmarc',
    points: -15,
    title: 'DMARC record in a zone with broken DNSSEC',
    subject: null,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Receivers that validate cannot read the record at _dmarc.${f.location}, so they apply no policy to mail from ${f.domain}.`,
    advice: f =>
      `${dnssecAdvice(f.broken, isSubdomain(f.broken.zone, f.domain))} Or publish the same record in a zone that validates.`,
    clause: 'RFC 4035 section 5.5',
  },
  dmarc_none: {
    check: 'dmarc',
    points: -15,
    title: 'DMARC only monitors',
    subject: null,
    meaning: () => 'The policy that applies is none: mail that fails DMARC is delivered like any other.',
    advice: f =>
      `Once the reports show that your own mail passes, change the record at _dmarc.${f.location} to p=quarantine, then to p=reject where that suits.`,
    clause: 'RFC 9989 section 5.1.7',
  },
  dmarc_testing: {
    check: 'dmarc',
    points: -5,
    title: 'DMARC in test mode',
    subject: null,
    meaning: f => `${f.tag} asks receivers not to apply the policy in full.`,
    advice: f => `Remove ${f.tag} from the record at _dmarc.${f.location} when the reports show that your mail passes.`,
    clause: 'RFC 9989 section 4.7',
  },
  dmarc_sp_weaker: {
    check: 'dmarc',
    points: -5,
    title: 'Subdomains are less protected',
    subject: null,
    meaning: f =>
      f.tag === 'np'
        ? `Names below the domain that do not exist get the weaker policy ${f.policy}: forgers can invent one.`
        : `Names below the domain get the weaker policy ${f.policy}: forgers can use one of them.`,
    advice: f => `Remove ${f.tag}=${f.policy}, or set it to the same policy as p.`,
    clause: 'RFC 9989 section 4.7',
  },
  dmarc_rua_missing: {
    check: 'dmarc',
    points: -3,
    title: 'No aggregate reports',
    subject: null,
    meaning: () => 'Nobody is sent the daily reports that show who sends mail in the name of the domain.',
    advice: f => `Add to the record at _dmarc.${f.location}: rua=mailto:dmarc@${f.location}`,
    clause: 'RFC 9989 section 5.1.3',
  },
  dmarc_rua_unauthorised: {
    check: 'dmarc',
    points: -3,
    title: 'Report address not authorised',
    subject: f => f.destination,
    meaning: f => `${f.destination} has not agreed to take reports for this domain, so receivers send none there.`,
    advice: f => `Ask whoever runs ${f.destination} to publish as TXT at ${f.record}: v=DMARC1`,
    clause: 'RFC 9990 section 4',
  },
  nonmail_dmarc_missing: {
    check: 'dmarc',
    points: -20,
    title: 'Non-mail domain without DMARC',
    subject: null,
    meaning: f => `${f.domain} sends no mail, but no DMARC policy makes receivers refuse mail forged in its name.`,
    advice: f => `Publish as TXT at _dmarc.${f.domain}: v=DMARC1; p=reject`,
    clause: 'RFC 9989 section 4.10.1',
  },
  nonmail_dmarc_weak: {
    check: 'dmarc',
    points: -10,
    title: 'Non-mail domain with a weak DMARC policy',
    subject: null,
    meaning: () => 'The domain sends no mail, so all mail in its name is forged; this policy lets it through.',
    advice: f => `Change the record at _dmarc.${f.location} to p=reject, without t=y and without pct.`,
    clause: 'RFC 9989 section 4.7',
  },
  nonmail_dmarc_quarantine: {
    check: 'dmarc',
    points: -3,
    title: 'Non-mail domain could reject',
    subject: null,
    meaning: () =>
      'The domain sends no mail, so all mail in its name is forged; it lands in spam folders, not nowhere.',
    advice: f => `Change the record at _dmarc.${f.location} to p=reject.`,
    clause: 'RFC 9989 section 4.7',
  },
}

export const dmarcFinding = findingsIn(dmarcRows)
