import { generateKeyPairSync } from 'node:crypto'

/** A new RSA public key in the form of DKIM records. */
export function rsaKey(bits: number): string {
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return publicKey.toString('base64')
}
