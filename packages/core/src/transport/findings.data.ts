import type { FindingOf, FindingRows } from '../check/index.ts'

/** What the wording of a recommendation needs to know. None of them costs a point. */
export interface TransportFacts {
  starttls_missing: { host: string }
  starttls_failed: { host: string }
  tls_outdated: { host: string; protocol: string }
  mx_certificate_expired: { host: string; date: string }
  mx_certificate_expiring: { host: string; date: string }
  mx_certificate_name: { host: string; names: string }
  mx_certificate_untrusted: { host: string; problem: string }
  ptr_missing: { host: string; address: string; record: string }
  ptr_mismatch: { host: string; address: string; name: string }
  greeting_invalid: { host: string; greeting: string }
  mta_sts_missing: { domain: string; mx: string }
  mta_sts_invalid: { domain: string; problem: string }
  mta_sts_policy_unavailable: { domain: string; url: string; problem: string; mx: string }
  mta_sts_policy_invalid: { url: string; problem: string }
  mta_sts_mx_mismatch: { host: string; url: string }
  mta_sts_testing: { domain: string; url: string }
  mta_sts_none: { domain: string; url: string }
  tls_rpt_missing: { domain: string }
  tls_rpt_invalid: { domain: string; problem: string }
  dane_missing: { host: string; record: string; data: string }
  dane_mismatch: { host: string; record: string; data: string }
  dane_unusable: { host: string; record: string; data: string }
  dane_unsigned: { host: string; record: string }
  dnssec_unsigned: { domain: string }
  dnssec_ds_missing: { domain: string }
  dnssec_unvalidated: { domain: string }
  bimi_missing: { domain: string }
  bimi_invalid: { location: string; problem: string }
  caa_missing: { domain: string }
  caa_invalid: { location: string; problem: string }
}

const bimiDraft = 'draft-brand-indicators-for-message-identification section 4'

export type TransportFinding = FindingOf<TransportFacts>

export const transportRows: FindingRows<TransportFacts> = {
  // --- STARTTLS and certificates ---
  starttls_missing: {
    check: 'transport',
    points: 0,
    title: 'A mail server offers no STARTTLS',
    reason: f => `A mail server offers no STARTTLS: ${f.host}`,
    meaning: f => `Mail to ${f.host} crosses the internet unencrypted, and everyone on the way can read it.`,
    advice: f => `Switch on STARTTLS on port 25 of ${f.host}, with a certificate that names ${f.host}.`,
    clause: 'RFC 3207 section 4',
  },
  starttls_failed: {
    check: 'transport',
    points: 0,
    title: 'A mail server offers STARTTLS, but it fails',
    reason: f => `A mail server offers STARTTLS, but it fails: ${f.host}`,
    meaning: f =>
      `${f.host} announces encryption and then sets up no session. Senders deliver unencrypted or wait in vain.`,
    advice: f => `Look into the mail log of ${f.host}: give it a certificate with its key, and TLS 1.2 or 1.3.`,
    clause: 'RFC 3207 section 4.1',
  },
  tls_outdated: {
    check: 'transport',
    points: 0,
    title: 'A mail server uses outdated TLS',
    reason: f => `A mail server uses outdated TLS: ${f.host}`,
    meaning: f => `${f.host} set up ${f.protocol}, which must no longer be used; more and more senders refuse it.`,
    advice: f => `Switch on TLS 1.2 and 1.3 on ${f.host}, and switch off what is older.`,
    clause: 'RFC 8996 section 4',
  },
  mx_certificate_expired: {
    check: 'transport',
    points: 0,
    title: 'The certificate of a mail server has expired',
    reason: f => `The certificate of a mail server has expired: ${f.host}`,
    meaning: f => `It ended on ${f.date}. Senders that check certificates (MTA-STS) do not deliver to ${f.host}.`,
    advice: f => `Renew the certificate of ${f.host}, and let it be renewed by itself from now on.`,
    clause: 'RFC 8461 section 4.2',
  },
  mx_certificate_expiring: {
    check: 'transport',
    points: 0,
    title: 'The certificate of a mail server ends soon',
    reason: f => `The certificate of a mail server ends soon: ${f.host}`,
    meaning: f => `It ends on ${f.date}. After that, senders that check certificates do not deliver to ${f.host}.`,
    advice: f => `Renew the certificate of ${f.host} now, and see why it was not renewed by itself.`,
    clause: 'RFC 8461 section 4.2',
  },
  mx_certificate_name: {
    check: 'transport',
    points: 0,
    title: 'The certificate of a mail server names another host',
    reason: f => `The certificate of a mail server names another host: ${f.host}`,
    meaning: f => `It is for ${f.names}. Senders that check certificates cannot tell ${f.host} from an impostor.`,
    advice: f => `Install a certificate for ${f.host}, the name in the MX record.`,
    clause: 'RFC 8461 section 4.2',
  },
  mx_certificate_untrusted: {
    check: 'transport',
    points: 0,
    title: 'The certificate of a mail server is not trusted',
    reason: f => `The certificate of a mail server is not trusted: ${f.host}`,
    meaning: f => `Senders that check certificates do not deliver to ${f.host}: ${f.problem}.`,
    advice: f =>
      `Install on ${f.host} a certificate of a public authority, with the whole chain; or publish TLSA records in a signed zone (DANE).`,
    clause: 'RFC 8461 section 4.2',
  },

  // --- PTR and greeting ---
  ptr_missing: {
    check: 'transport',
    points: 0,
    title: 'An address of a mail server has no PTR',
    reason: f => `An address of a mail server has no PTR: ${f.address}`,
    meaning: f => `If ${f.host} also sends, large receivers refuse mail from an address without a name.`,
    advice: f => `Ask whoever gave you the address to publish: ${f.record} PTR ${f.host}`,
    clause: 'RFC 1912 section 2.1',
  },
  ptr_mismatch: {
    check: 'transport',
    points: 0,
    title: 'The PTR of a mail server does not lead back',
    reason: f => `The PTR of a mail server does not lead back: ${f.address}`,
    meaning: f =>
      `The PTR names ${f.name}, and that name does not have the address ${f.address}. Receivers trust a PTR only when it leads back.`,
    advice: f => `Publish ${f.address} as an address of ${f.name}, or let the PTR name ${f.host}.`,
    clause: 'RFC 1912 section 2.1',
  },
  greeting_invalid: {
    check: 'transport',
    points: 0,
    title: 'A mail server greets with no full host name',
    reason: f => `A mail server greets with no full host name: ${f.host}`,
    meaning: f =>
      `It calls itself ${f.greeting}. A server that says the same in HELO when it sends is taken for a spam robot.`,
    advice: f => `Set the name the server gives itself to ${f.host}, or to the name its PTR gives.`,
    clause: 'RFC 5321 section 2.3.5',
  },

  // --- MTA-STS ---
  mta_sts_missing: {
    check: 'transport',
    points: 0,
    title: 'MTA-STS is not used',
    reason: () => 'MTA-STS is not used',
    meaning: f => `An attacker on the way can make senders deliver mail for ${f.domain} unencrypted, or elsewhere.`,
    advice: f =>
      `Serve at https://mta-sts.${f.domain}/.well-known/mta-sts.txt, line by line: version: STSv1 / mode: testing / ${f.mx} / max_age: 604800. Then publish as TXT at _mta-sts.${f.domain}: v=STSv1; id=1`,
    clause: 'RFC 8461 section 3',
  },
  mta_sts_invalid: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS record is broken',
    reason: () => 'The MTA-STS record is broken',
    meaning: f => `Senders take no notice of the policy of ${f.domain}: ${f.problem}.`,
    advice: f =>
      `Keep one TXT record at _mta-sts.${f.domain}: v=STSv1; id=1 (another id with each change of the policy)`,
    clause: 'RFC 8461 section 3.1',
  },
  mta_sts_policy_unavailable: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy cannot be fetched',
    reason: () => 'The MTA-STS policy cannot be fetched',
    meaning: f => `The record at _mta-sts.${f.domain} promises a policy, and senders find none: ${f.problem}.`,
    advice: f =>
      `Serve at ${f.url}, without a redirect and with a certificate for mta-sts.${f.domain}, line by line: version: STSv1 / mode: testing / ${f.mx} / max_age: 604800`,
    clause: 'RFC 8461 section 3.3',
  },
  mta_sts_policy_invalid: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy is broken',
    reason: f => `The MTA-STS policy is broken: ${f.problem}`,
    meaning: () => 'Senders take no notice of a policy that is not written as it should be.',
    advice: f => `Correct the file at ${f.url}, and change the id of the record.`,
    clause: 'RFC 8461 section 3.2',
  },
  mta_sts_mx_mismatch: {
    check: 'transport',
    points: 0,
    title: 'The MTA-STS policy leaves out an MX host',
    reason: f => `The MTA-STS policy leaves out an MX host: ${f.host}`,
    meaning: f => `Senders that follow the policy do not deliver to ${f.host}.`,
    advice: f => `Add to ${f.url} the line mx: ${f.host} and change the id of the record; or remove the MX.`,
    clause: 'RFC 8461 section 4.1',
  },
  mta_sts_testing: {
    check: 'transport',
    points: 0,
    title: 'MTA-STS is in testing mode',
    reason: () => 'MTA-STS is in testing mode',
    meaning: f => `Senders only report what does not fit; mail for ${f.domain} is delivered all the same.`,
    advice: f =>
      `When the reports show no failures, change the line mode: testing in ${f.url} to mode: enforce, and change the id of the record.`,
    clause: 'RFC 8461 section 5',
  },
  mta_sts_none: {
    check: 'transport',
    points: 0,
    title: 'MTA-STS is switched off by its policy',
    reason: () => 'MTA-STS is switched off by its policy',
    meaning: f => `The mode none tells senders to treat ${f.domain} as if it had no policy.`,
    advice: f => `Change the line mode: none in ${f.url} to mode: testing, and change the id of the record.`,
    clause: 'RFC 8461 section 5',
  },

  // --- TLS-RPT ---
  tls_rpt_missing: {
    check: 'transport',
    points: 0,
    title: 'TLS reporting is not used',
    reason: () => 'TLS reporting is not used',
    meaning: f => `Nobody tells you when senders fail to reach ${f.domain} over TLS.`,
    advice: f => `Publish as TXT at _smtp._tls.${f.domain}: v=TLSRPTv1; rua=mailto:tls-reports@${f.domain}`,
    clause: 'RFC 8460 section 3',
  },
  tls_rpt_invalid: {
    check: 'transport',
    points: 0,
    title: 'The TLS reporting record is broken',
    reason: () => 'The TLS reporting record is broken',
    meaning: f => `Senders send no reports: ${f.problem}.`,
    advice: f => `Keep one TXT record at _smtp._tls.${f.domain}: v=TLSRPTv1; rua=mailto:tls-reports@${f.domain}`,
    clause: 'RFC 8460 section 3',
  },

  // --- DANE and DNSSEC ---
  dane_missing: {
    check: 'transport',
    points: 0,
    title: 'DANE could be used',
    reason: f => `DANE could be used: ${f.host}`,
    meaning: f =>
      `The zone of ${f.host} is signed: a TLSA record would let senders tell the true server from an impostor.`,
    advice: f => `Publish at ${f.record}: TLSA ${f.data}. Publish the new key's record before each change of the key.`,
    clause: 'RFC 7672 section 3.1.1',
  },
  dane_mismatch: {
    check: 'transport',
    points: 0,
    title: 'DANE does not fit the certificate',
    reason: f => `DANE does not fit the certificate: ${f.host}`,
    meaning: f => `No TLSA record of ${f.host} fits what it shows. Senders that use DANE deliver nothing there.`,
    advice: f => `Publish at ${f.record} now: TLSA ${f.data}`,
    clause: 'RFC 7672 section 2.2',
  },
  dane_unusable: {
    check: 'transport',
    points: 0,
    title: 'DANE records cannot be used for mail',
    reason: f => `DANE records cannot be used for mail: ${f.host}`,
    meaning: () => 'Mail servers use TLSA records of the usages 2 and 3 only, with whole data; none here is one.',
    advice: f => `Publish at ${f.record}: TLSA ${f.data}`,
    clause: 'RFC 7672 section 3.1.3',
  },
  dane_unsigned: {
    check: 'transport',
    points: 0,
    title: 'DANE records without DNSSEC',
    reason: f => `DANE records without DNSSEC: ${f.host}`,
    meaning: f => `The records at ${f.record} are not signed, so senders take no notice of them.`,
    advice: f => `Sign the zone of ${f.host} and give its DS record to the registrar.`,
    clause: 'RFC 7672 section 2.2',
  },
  dnssec_unsigned: {
    check: 'transport',
    points: 0,
    title: 'DNSSEC is not used',
    reason: () => 'DNSSEC is not used',
    meaning: f => `The zone of ${f.domain} is not signed, so forged answers cannot be told from true ones.`,
    advice: () => 'Sign the zone at your DNS provider and give the DS record to your registrar.',
    clause: 'RFC 9364 section 1',
  },
  dnssec_ds_missing: {
    check: 'transport',
    points: 0,
    title: 'DNSSEC lacks its DS record',
    reason: () => 'DNSSEC lacks its DS record',
    meaning: f => `The zone of ${f.domain} has keys, but nothing above it vouches for them, so nobody checks them.`,
    advice: f => `Give your registrar the DS record of ${f.domain} that your DNS provider shows.`,
    clause: 'RFC 4035 section 5.2',
  },
  dnssec_unvalidated: {
    check: 'transport',
    points: 0,
    title: 'DNSSEC has no unbroken chain',
    reason: () => 'DNSSEC has no unbroken chain',
    meaning: f =>
      `${f.domain} has a DS record, but nothing vouches for its answers: keys are missing, a zone above is not signed, or the algorithm is unknown.`,
    advice: () => 'Sign with algorithm 13 (ECDSA P-256), and see that the zones above are signed.',
    clause: 'RFC 4035 section 4.3',
  },

  // --- BIMI and CAA ---
  bimi_missing: {
    check: 'transport',
    points: 0,
    title: 'BIMI is not used',
    reason: () => 'BIMI is not used',
    meaning: f => `Mail from ${f.domain} is shown without your logo, though its DMARC policy would allow one.`,
    advice: f =>
      `Publish as TXT at default._bimi.${f.domain}: v=BIMI1; l=https://${f.domain}/logo.svg; a=https://${f.domain}/logo.pem (the logo as SVG Tiny PS, and its mark certificate)`,
    clause: bimiDraft,
  },
  bimi_invalid: {
    check: 'transport',
    points: 0,
    title: 'The BIMI record is broken',
    reason: () => 'The BIMI record is broken',
    meaning: f => `Mail programs show no logo: ${f.problem}.`,
    advice: f =>
      `Keep one TXT record at ${f.location}, for example: v=BIMI1; l=https://example.com/logo.svg; a=https://example.com/logo.pem`,
    clause: bimiDraft,
  },
  caa_missing: {
    check: 'transport',
    points: 0,
    title: 'CAA is not used',
    reason: () => 'CAA is not used',
    meaning: f => `Every certificate authority in the world may issue a certificate for ${f.domain} and its hosts.`,
    advice: f =>
      `Publish at ${f.domain} one record for each authority you use, for example: CAA 0 issue "letsencrypt.org"; for mail certificates: CAA 0 issuemail ";" where none are used.`,
    clause: 'RFC 8659 section 3',
  },
  caa_invalid: {
    check: 'transport',
    points: 0,
    title: 'A CAA record is broken',
    reason: f => `A CAA record is broken: ${f.problem}`,
    meaning: f => `Certificate authorities may refuse to issue for names at and below ${f.location}.`,
    advice: f => `Correct the CAA records at ${f.location}, for example: CAA 0 issue "letsencrypt.org"`,
    clause: 'RFC 8659 section 4.2',
  },
}
