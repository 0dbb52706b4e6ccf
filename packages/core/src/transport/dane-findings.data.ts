import type { FindingRows } from '../check/index.ts'
import { onlyProvider, type RunBy } from './part.ts'

/**
 * Why DANE senders do not deliver to a host.
 *
 * - `key`: no record matches the certificate; `authority`: the server sends no certificate of the authority that the
 *   records name; `name`, `dates`: it does, and the certificate has another name or is not valid now
 * - `starttls`, `handshake`: the records require TLS, and the server offers none, or it fails
 * - `bogus`: DNSSEC proves the answer about the records wrong
 */
export type DaneCause = 'key' | 'authority' | 'name' | 'dates' | 'starttls' | 'handshake' | 'bogus'

/** `data`: one TLSA record for each key that the server shows, in presentation form, divided by ` / `. */
interface Records {
  host: string
  record: string
  data: string
}

/** The data for the texts of the findings about DANE. */
export interface DaneFindingFacts {
  dane_missing: Records & RunBy
  /** `cause`: absent in findings of earlier versions, where it was `key`. `also`: MTA-STS senders refuse for it too. */
  dane_mismatch: Records & { cause?: DaneCause; detail?: string; also?: true } & RunBy
  dane_unusable: Records & RunBy
  /**
   * What stops mail once the records are signed. `mend`: the record that fits the certificate, which none of the published
   * ones does. `tls`: TLS does not work at an address.
   */
  dane_unsigned: { host: string; record: string; mend?: string; tls?: true } & RunBy
  /** `until`: the day the certificate ends. */
  tlsa_renewal: { host: string; record: string; until: string }
}

/** The rule that every new TLSA record comes with. */
const renewalRule =
  'At each renewal keep the key, or publish the record of the next key and wait for the TTL of the old ones before the certificate changes.'

export const daneRows: FindingRows<DaneFindingFacts> = {
  dane_missing: {
    check: 'transport',
    points: 0,
    title: 'DANE is not used',
    subject: f => f.host,
    meaning: f =>
      `The zone of ${f.host} is signed. A TLSA record would let senders verify the server without a certificate authority.`,
    advice: f => onlyProvider(f) ?? `Publish at ${f.record}: TLSA ${recordsText(f)}. ${renewalRule}`,
    clause: 'RFC 7672 section 3.1.1',
  },
  dane_mismatch: {
    check: 'transport',
    points: -20,
    title: 'TLSA records match no certificate',
    titleOf: f => mismatchTitles[f.cause ?? 'key'],
    commonTitle: 'DANE refuses the mail server',
    subject: f => f.host,
    meaning: mismatchWords,
    advice: mismatchAdvice,
    clause: 'RFC 7672 section 2.2',
  },
  dane_unusable: {
    check: 'transport',
    points: 0,
    title: 'DANE records cannot be used for mail',
    subject: f => f.host,
    meaning: f =>
      `Senders use only complete TLSA records of usage 2 or 3. They ignore all records at ${f.record}, but require TLS because of them.`,
    advice: f => onlyProvider(f) ?? `Publish at ${f.record}: TLSA ${recordsText(f)}. ${renewalRule}`,
    clause: 'RFC 7672 section 3.1.3',
  },
  dane_unsigned: {
    check: 'transport',
    points: 0,
    title: 'DANE records without DNSSEC',
    subject: f => f.host,
    meaning: f => `The records at ${f.record} are not signed with DNSSEC, so senders ignore them.`,
    advice: f =>
      onlyProvider(f) ??
      (f.tls === true
        ? `Let TLS work at every address of ${f.host} first, because signed TLSA records require it. Then sign the zone of ${f.host}.`
        : f.mend === undefined
          ? `Sign the zone of ${f.host} and give its DS record to the registrar.`
          : `Correct the records at ${f.record} first, because none of them matches the certificate: TLSA ${f.mend}. Then sign the zone of ${f.host}.`),
    clause: 'RFC 7672 section 2.2',
  },
  tlsa_renewal: {
    check: 'transport',
    points: 0,
    title: 'A new key would stop mail from DANE senders',
    subject: f => f.host,
    meaning: f =>
      `Mail from DANE senders to ${f.host} stops if the certificate that replaces this one by ${f.until} has another key. All TLSA records at ${f.record} are of the key of today.`,
    advice: f =>
      `Keep the key at the renewal. Or create the next key now, and publish at ${f.record} a second record 3 1 1 with the SHA-256 of its public key before the certificate changes.`,
    clause: 'RFC 7671 section 8.1',
  },
}

const mismatchTitles: { readonly [C in DaneCause]: string | null } = {
  key: null,
  authority: null,
  name: null,
  dates: null,
  starttls: 'TLSA records without STARTTLS',
  handshake: 'TLSA records, and TLS fails',
  bogus: 'DNSSEC of TLSA records is broken',
}

function mismatchWords({ host, record, cause = 'key', detail = '', also }: DaneFindingFacts['dane_mismatch']): string {
  const senders = also === true ? 'Senders that use DANE or follow MTA-STS' : 'Senders that use DANE'
  const refuse = `${senders} do not deliver to it.`
  switch (cause) {
    case 'key':
      return `No TLSA record at ${record} matches the certificate of ${host}. ${refuse}`
    case 'authority':
      return `The TLSA records at ${record} name an authority, and ${host} sends no certificate of it. ${refuse}`
    case 'name':
      return `The TLSA records at ${record} name the authority of the certificate of ${host}, but the certificate is for ${detail}. ${refuse}`
    case 'dates':
      return `The TLSA records at ${record} name the authority of the certificate of ${host}, but it is valid only from ${detail}. ${refuse}`
    case 'starttls':
      return `The TLSA records at ${record} require TLS, and ${host} offers no STARTTLS. ${refuse}`
    case 'handshake':
      return `The TLSA records at ${record} require TLS, and the TLS handshake with ${host} fails. ${refuse}`
    case 'bogus':
      return `DNSSEC proves the answer about ${record} wrong. ${senders} do not deliver to ${host}.`
    default:
      return cause satisfies never
  }
}

function mismatchAdvice(f: DaneFindingFacts['dane_mismatch']): string {
  const only = onlyProvider(f)
  if (only !== null) return only
  const { host, record, cause = 'key' } = f
  switch (cause) {
    case 'key':
      return `Publish at ${record} now: TLSA ${recordsText(f)}`
    case 'authority':
      return `Let ${host} send the certificate of its authority along, or publish at ${record} now: TLSA ${recordsText(f)}`
    case 'name':
      return `Install a certificate for ${host}, or publish at ${record} now: TLSA ${recordsText(f)}`
    case 'dates':
      return `Renew the certificate of ${host}, and automate its renewal.`
    case 'starttls':
      return `Turn on STARTTLS on port 25 of ${host} with the key of the records, or remove the records at ${record}.`
    case 'handshake':
      return `Check the mail log of ${host}. It needs a certificate with the key of the records, its private key, and TLS 1.2 or 1.3.`
    case 'bogus':
      return `Sign the zone of ${record} again at its DNS provider, and compare its DS record with its keys.`
    default:
      return cause satisfies never
  }
}

/** `3 1 1 aa…, and TLSA 3 1 1 bb…`. */
function recordsText({ data }: Records): string {
  return data.split(' / ').join(', and TLSA ')
}
