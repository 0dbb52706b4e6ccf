import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'

/** What the wording of a finding about DKIM needs to know. */
export interface DkimFacts {
  /** `because`: DNSSEC proves it, two of the zone's own servers say it, or none of the selectors given exists. */
  dkim_not_found_sure: { domain: string; because: 'authenticated' | 'two-servers' | 'given'; selectors: string }
  /** `unguessable`: names of providers at work whose selectors nobody can guess; empty where there is none. */
  dkim_not_found_unsure: { tried: number; unguessable: string }
  dkim_bogus: { domain: string; selectors: string; broken: BrokenZone }
  dkim_weak: { selectors: string; bits: number }
  dkim_1024: { selector: string; bits: number }
  dkim_revoked_only: { selectors: string }
  dkim_invalid: { hostname: string; problem: string }
}

export type DkimFinding = FindingOf<DkimFacts>

export const dkimRows: FindingRows<DkimFacts> = {
  dkim_not_found_sure: {
    check: 'dkim',
    points: -10,
    title: 'No DKIM key',
    subject: f => `_domainkey.${f.domain}`,
    reason: subject => `No DKIM key below ${subject}`,
    meaning: f =>
      f.because === 'given'
        ? `None of the selectors given for this domain (${f.selectors}) exists, and no other was found: mail signed under them fails. Mail signed by another domain does not pass DMARC for this one.`
        : `Nothing exists below _domainkey.${f.domain}, so no mail can be signed with a key of this domain. Mail signed by another domain does not pass DMARC for this one.`,
    advice: () =>
      'Switch DKIM signing on at whoever sends your mail and publish the records it gives you. If you know your selector, add it here.',
    clause: 'RFC 6376 section 3.6.2.1',
  },
  dkim_not_found_unsure: {
    check: 'dkim',
    points: -5,
    title: 'No DKIM key found among known selectors',
    subject: null,
    meaning: f =>
      f.unguessable === ''
        ? `None of the ${f.tried} selectors tried has a key. Selectors cannot be listed, so a key may exist under a name nobody can guess.`
        : `None of the ${f.tried} selectors tried has a key. ${f.unguessable} may send for this domain, and signs under names nobody can guess.`,
    advice: () =>
      'Add your selector: it is the s= tag in the DKIM-Signature field of a message you sent. Without one, switch DKIM signing on at whoever sends your mail.',
    clause: 'RFC 6376 section 3.1',
  },
  dkim_bogus: {
    check: 'dkim',
    points: -5,
    title: 'DKIM keys in a zone with broken DNSSEC',
    subject: f => f.broken.zone,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Receivers that validate cannot read the keys there (${f.selectors}), and verify no signature made with them.`,
    advice: f =>
      `${dnssecAdvice(f.broken, isSubdomain(f.broken.zone, f.domain))} Until then, sign with keys in a zone that validates.`,
    clause: 'RFC 6376 section 6.1.2',
  },
  dkim_weak: {
    check: 'dkim',
    points: -15,
    title: 'All DKIM keys are below 1024 bits',
    subject: null,
    meaning: f => `The best key (${f.selectors}) has ${f.bits} bits. Receivers must not accept keys below 1024 bits.`,
    advice: () => 'Create a key of 2048 bits, publish it under a new selector and sign with it.',
    clause: 'RFC 8301 section 3.2',
  },
  dkim_1024: {
    check: 'dkim',
    points: -2,
    title: 'DKIM key of 1024 to 2047 bits',
    subject: null,
    meaning: f => `The best key (${f.selector}) has ${f.bits} bits. It is still accepted; 2048 bits are recommended.`,
    advice: () => 'Create a key of 2048 bits, publish it under a new selector and sign with it.',
    clause: 'RFC 8301 section 3.2',
  },
  dkim_revoked_only: {
    check: 'dkim',
    points: -8,
    title: 'All DKIM keys are revoked',
    subject: null,
    meaning: f => `Every key found (${f.selectors}) has an empty p=, which revokes it: signatures made with it fail.`,
    advice: () => 'Publish a key under a new selector and sign with it. Revoked keys may stay.',
    clause: 'RFC 6376 section 3.6.1',
  },
  dkim_invalid: {
    check: 'dkim',
    points: -8,
    title: 'DKIM record cannot be parsed',
    subject: f => f.hostname,
    meaning: f => `Receivers cannot use the key at ${f.hostname}: ${f.problem}.`,
    advice: f => `Publish the record at ${f.hostname} again, exactly as whoever sends your mail gives it.`,
    clause: 'RFC 6376 section 3.6.1',
  },
}

export const dkimFinding = findingsIn(dkimRows)
