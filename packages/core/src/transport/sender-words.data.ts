import type { SenderKind } from './sender-facts.ts'
import type { Delivery, ReasonOf } from './sender-verdict.ts'

/*
 * The words of the table of senders, on every screen, in the API and on the command line.
 */

/** The heading of each kind of sender. */
export const senderWords: { readonly [K in SenderKind]: string } = {
  opportunistic: 'Any sender',
  'mta-sts': 'With MTA-STS',
  dane: 'With DANE',
}

/** What a sender does, in two words. */
export const deliveryWords: { readonly [D in Delivery]: string } = {
  checked: 'Delivers, checked',
  encrypted: 'Delivers encrypted',
  clear: 'Delivers in clear',
  refused: 'Does not deliver',
  unknown: 'Unknown',
}

const offerUnknown = {
  'not-asked': 'We did not ask.',
  'no-connection': 'Port 25 did not answer from here.',
  'no-session': 'The server ended the session before it offered TLS.',
  'starttls-masked': 'A device between us and the server overwrites the offer of STARTTLS.',
  'starttls-unseen': 'We saw no STARTTLS, and cannot rule out that our side takes it away.',
  'certificate-unseen': 'We saw no certificate for this name.',
} as const

const resolverDecides = 'The answer fails DNSSEC. Senders that validate do not deliver.'

/** Why, in one sentence that names no host. */
export const reasonWords: { readonly [K in SenderKind]: { readonly [R in ReasonOf<K>]: string } } = {
  opportunistic: {
    'tls-offered': 'TLS with any certificate.',
    'tls-not-offered': 'The server offers no STARTTLS.',
    'tls-fails': 'The TLS handshake fails.',
    ...offerUnknown,
    'resolver-decides': resolverDecides,
  },
  'mta-sts': {
    'no-policy': 'The domain has no MTA-STS record that senders use.',
    'policy-unavailable': 'Senders find no policy.',
    'policy-invalid': 'Senders cannot use the policy.',
    'policy-off': 'The policy is in mode none.',
    'testing-passes': 'Mode testing. The check would pass.',
    'testing-fails': 'Mode testing. The check would fail, and senders report it.',
    'policy-holds': 'Policy and certificate agree.',
    'host-unlisted': 'The policy does not list this host.',
    'certificate-dates': 'The certificate is not valid today.',
    'certificate-name': 'The certificate has another name.',
    'certificate-trust': 'The certificate is not trusted.',
    'starttls-required': 'The policy requires TLS, and the server offers no STARTTLS.',
    'handshake-required': 'The policy requires TLS, and the handshake fails.',
    'policy-unseen': 'We could not read the record or the policy.',
    'not-comparable': 'Policy and MX hosts are of different scans.',
    ...offerUnknown,
    'resolver-decides': resolverDecides,
  },
  dane: {
    'no-tlsa': 'There is no TLSA record.',
    'tlsa-unsigned': 'The TLSA records are not signed, so senders ignore them.',
    'tlsa-unusable': 'No TLSA record is usable. Senders require TLS and check no name.',
    'tlsa-fits': 'The key matches a TLSA record. Name and dates do not count.',
    'authority-fits': 'The authority matches a TLSA record.',
    'tlsa-mismatch': 'No TLSA record matches the certificate.',
    'starttls-required': 'The TLSA records require TLS, and the server offers no STARTTLS.',
    'handshake-required': 'The TLSA records require TLS, and the handshake fails.',
    'dnssec-bogus': 'DNSSEC is broken.',
    'tlsa-unasked': 'We did not look up the TLSA records that count.',
    'tlsa-failed': 'The lookup of the TLSA records failed.',
    'resolver-blind': 'Our DNS resolver does not validate DNSSEC.',
    'not-comparable': 'Certificate and TLSA records are of different scans.',
    ...offerUnknown,
  },
}
