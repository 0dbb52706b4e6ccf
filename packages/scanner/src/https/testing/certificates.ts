import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/*
 * Certificates for the servers of the tests, in the format of RFC 5280 section 4.1: P-256 keys, signed by an authority
 * that exists for one test file.
 */

export interface Issued {
  /** The certificate alone, as PEM. */
  cert: string
  key: string
}

export interface IssueOptions {
  /** ISO 8601. */
  notBefore?: string
  notAfter?: string
}

export interface TestAuthority {
  /** The authority's own certificate, as PEM. */
  ca: string
  /** A certificate for these DNS names, the first of them its subject. */
  issue(names: readonly [string, ...string[]], options?: IssueOptions): Issued
}

/** A new authority that only the test trusts. */
export function testAuthority(name = 'Waxseal test authority'): TestAuthority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // basicConstraints cA, keyUsage keyCertSign and cRLSign.
  const extensions = [
    extension('551d13', sequence(tlv(0x01, 'ff')), true),
    extension('551d0f', tlv(0x03, '0106'), true),
  ]
  const own = certificate({ issuer: name, subject: name, publicKey, signer: privateKey, extensions })
  return {
    ca: own,
    issue(names, options = {}) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const alternatives = sequence(...names.map(each => tlv(0x82, Buffer.from(each, 'latin1'))))
      const cert = certificate({
        issuer: name,
        subject: names[0],
        publicKey: pair.publicKey,
        signer: privateKey,
        extensions: [extension('551d11', alternatives, false)],
        ...options,
      })
      return { cert, key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    },
  }
}

/** A certificate signed with its own key. */
export function selfSigned(name: string): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const extensions = [extension('551d11', sequence(tlv(0x82, Buffer.from(name, 'latin1'))), false)]
  const cert = certificate({ issuer: name, subject: name, publicKey, signer: privateKey, extensions })
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

interface Parts extends IssueOptions {
  issuer: string
  subject: string
  publicKey: KeyObject
  signer: KeyObject
  extensions: readonly Buffer[]
}

let serial = 1

function certificate(parts: Parts): string {
  const { issuer, subject, publicKey, signer, extensions } = parts
  const { notBefore = '2020-01-01T00:00:00Z', notAfter = '2049-12-31T23:59:59Z' } = parts
  serial++
  const algorithm = sequence(tlv(0x06, '2a8648ce3d040302'))
  const signed = sequence(
    tlv(0xa0, tlv(0x02, '02')),
    tlv(0x02, Buffer.from([0x10, serial >> 8, serial & 0xff])),
    algorithm,
    nameOf(issuer),
    sequence(timeOf(notBefore), timeOf(notAfter)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  const signature = tlv(0x03, Buffer.concat([Buffer.of(0), sign('sha256', signed, signer)]))
  const base64 = sequence(signed, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}

function nameOf(commonName: string): Buffer {
  return sequence(tlv(0x31, sequence(tlv(0x06, '550403'), tlv(0x0c, Buffer.from(commonName)))))
}

function timeOf(iso: string): Buffer {
  const digits = new Date(iso).toISOString().replace(/\D/g, '').slice(2, 14)
  return tlv(0x17, Buffer.from(`${digits}Z`))
}

function extension(oid: string, value: Buffer, critical: boolean): Buffer {
  return sequence(tlv(0x06, oid), ...(critical ? [tlv(0x01, 'ff')] : []), tlv(0x04, value))
}

function sequence(...items: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(items))
}

/** One DER value; a string is hex. */
function tlv(tag: number, content: Buffer | string): Buffer {
  const octets = typeof content === 'string' ? Buffer.from(content, 'hex') : content
  const length = octets.length
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), octets])
}
