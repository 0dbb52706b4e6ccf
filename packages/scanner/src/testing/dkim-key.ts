import { generateKeyPairSync } from 'node:crypto'

/** A fresh RSA public key as DKIM records carry it. */
export function rsaKey(bits: number): string {
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return publicKey.toString('base64')
}
