/**
 * DNS data as plain values.
 *
 * Names are in lower case, without the final dot; the root is `.`. Bytes outside printable ASCII, and dots inside a
 * label, are written `\DDD` (RFC 1035 section 5.1), so a name is always a printable string that parses back.
 */
export interface RecordData {
  A: { address: string }
  AAAA: { address: string }
  CNAME: { target: string }
  MX: { preference: number; exchange: string }
  NS: { target: string }
  PTR: { target: string }
  SOA: {
    mname: string
    rname: string
    serial: number
    refresh: number
    retry: number
    expire: number
    minimum: number
  }
  /** The character-strings of one TXT record, mostly at least one; each character is one byte (U+0000 to U+00FF). */
  TXT: { strings: readonly string[] }
  /** The obsolete type of SPF records (RFC 7208 section 3.1); its data is that of TXT. */
  SPF: { strings: readonly string[] }
  CAA: { flags: number; tag: string; value: string }
  /** `data` is the certificate association data in lower-case hex (RFC 6698 section 2.2). */
  TLSA: { usage: number; selector: number; matching: number; data: string }
  DS: { keyTag: number; algorithm: number; digestType: number; digest: string }
  /** `key` in lower-case hex. */
  DNSKEY: { flags: number; protocol: number; algorithm: number; key: string }
  /** `covers` is the number of the signed type; times in seconds since 1970, `signature` in lower-case hex. */
  RRSIG: {
    covers: number
    algorithm: number
    labels: number
    originalTtl: number
    expiration: number
    inception: number
    keyTag: number
    signer: string
    signature: string
  }
}

/** The record types that this product queries. */
export type RecordType = keyof RecordData

type AnyRecord = { [K in RecordType]: { type: K; name: string; ttl: number } & RecordData[K] }[RecordType]

/** One resource record of an answer: owner name, TTL in seconds, data. */
export type ResourceRecord<T extends RecordType = RecordType> = Extract<AnyRecord, { type: T }>

/** The whole text of a TXT record: its strings joined without a separator (RFC 7208 section 3.3). */
export function textOf(record: RecordData['TXT']): string {
  return record.strings.join('')
}
