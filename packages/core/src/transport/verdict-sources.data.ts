/*
 * The reasons of verdicts and the section that each rests on, for each kind of sender.
 */

/** What only the facts about an address leave open. The removal of an offer is described in RFC 3207 section 6. */
const offerUnknown = {
  'not-asked': null,
  'no-connection': null,
  'no-session': null,
  'starttls-masked': 'RFC 3207 section 6',
  'starttls-unseen': 'RFC 3207 section 6',
  'certificate-unseen': null,
} as const

/** DNSSEC is broken on the way to the host: what a sender does depends on whether its resolver validates. */
const ofResolver = { 'resolver-decides': 'RFC 4035 section 5.5' } as const

/** The RFC section of each reason; null: it is about what this installation could see, and no standard says it. */
export const verdictSources = {
  opportunistic: {
    'tls-offered': 'RFC 7435 section 4',
    'tls-not-offered': 'RFC 7435 section 4',
    'tls-fails': 'RFC 7435 section 4',
    ...offerUnknown,
    ...ofResolver,
  },
  'mta-sts': {
    'no-policy': 'RFC 8461 section 3.1',
    'policy-unavailable': 'RFC 8461 section 3.3',
    'policy-invalid': 'RFC 8461 section 3.2',
    'policy-off': 'RFC 8461 section 5',
    'testing-passes': 'RFC 8461 section 5',
    'testing-fails': 'RFC 8461 section 5',
    'policy-holds': 'RFC 8461 section 4',
    'host-unlisted': 'RFC 8461 section 4.1',
    'certificate-dates': 'RFC 8461 section 4.2',
    'certificate-name': 'RFC 8461 section 4.2',
    'certificate-trust': 'RFC 8461 section 4.2',
    'starttls-required': 'RFC 8461 section 5',
    'handshake-required': 'RFC 8461 section 5',
    'policy-unseen': null,
    'not-comparable': null,
    ...offerUnknown,
    ...ofResolver,
  },
  dane: {
    'no-tlsa': 'RFC 7672 section 2.2',
    'tlsa-unsigned': 'RFC 7672 section 2.2',
    'tlsa-unusable': 'RFC 7672 section 2.2',
    'tlsa-fits': 'RFC 7672 section 3.1.1',
    'authority-fits': 'RFC 7672 section 3.1.2',
    'tlsa-mismatch': 'RFC 7672 section 2.2',
    'starttls-required': 'RFC 7672 section 2.2',
    'handshake-required': 'RFC 7672 section 2.2',
    'dnssec-bogus': 'RFC 7672 section 2.2',
    'tlsa-unasked': null,
    'tlsa-failed': null,
    'resolver-blind': null,
    'not-comparable': null,
    ...offerUnknown,
  },
} as const
