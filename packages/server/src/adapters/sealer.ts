import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Sealer } from '../ports.ts'

interface Key {
  /** Public: says which key sealed a text. */
  id: string
  key: Uint8Array
}

/**
 * Encrypts with AES-256-GCM. A sealed text is `v1.<key id>.<iv>.<ciphertext and tag>`; the context is authenticated with
 * it, so a text that is moved to another row does not open.
 *
 * @param secrets the current secret, of at least 32 bytes, then the one before it while keys are rotated
 */
export function sealerWith([current, ...earlier]: readonly [string, ...string[]]): Sealer {
  const own = keyOf(current)
  const keys = [own, ...earlier.map(keyOf)]
  return {
    seal(text, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', own.key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return ['v1', own.id, iv.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(sealed, context) {
      const [version, id, iv = '', body = ''] = sealed.split('.')
      const key = keys.find(key => key.id === id)
      const bytes = Buffer.from(body, 'base64url')
      if (version !== 'v1' || key === undefined || bytes.length < tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(iv, 'base64url'))
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        // Damaged, or sealed for another context.
        return null
      }
    },
    isCurrent: sealed => sealed.startsWith(`v1.${own.id}.`),
  }
}

const tagBytes = 16

function keyOf(secret: string): Key {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'waxseal sealing', 36))
  return { id: derived.subarray(32).toString('hex'), key: derived.subarray(0, 32) }
}
