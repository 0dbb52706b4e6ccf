import { createHash, generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** `p=` of the key that signs. */
export const publicKeyText = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
export const fields = ['from:bob@x.test', 'to:kate@r.test', 'subject:hello']
export const body = 'Hi Kate\r\n'

type Hash = 'sha256' | 'sha1'
const hashed = (text: string, hash: Hash) => createHash(hash).update(text).digest('base64')
const sealed = (text: string, hash: Hash) => sign(hash, Buffer.from(text), privateKey).toString('base64')

/**
 * A message with a DKIM-Signature whose tags can be anything: the package that signs refuses to write wrong ones. Fields and
 * body are in the relaxed form already, so they are signed as they are.
 *
 * @param tags behind `bh=`, in place of the usual ones
 */
export function signedMessage(
  tags = 'v=1; d=x.test; s=s1',
  { hash = 'sha256', signed = body }: { hash?: Hash; signed?: string } = {},
): string {
  const field = `dkim-signature:a=rsa-${hash}; c=relaxed/relaxed; h=from:to:subject; bh=${hashed(signed, hash)}; ${tags}; b=`
  const text = [...fields, field].join('\r\n')
  return `${field}${sealed(text, hash)}\r\n${fields.join('\r\n')}\r\n\r\n${body}`
}

/** A message with one ARC set whose seal and signature are valid for their algorithms. */
export function sealedMessage({
  seal = 'sha256',
  message = 'sha256',
  cv = 'none',
}: {
  seal?: Hash
  message?: Hash
  cv?: string
} = {}): string {
  const results = 'arc-authentication-results:i=1; mx.list.test; dkim=pass header.d=x.test'
  const signing = `arc-message-signature:i=1; a=rsa-${message}; c=relaxed/relaxed; d=list.test; s=s1; h=from:to:subject; bh=${hashed(body, message)}; b=`
  const signature = signing + sealed([...fields, signing].join('\r\n'), message)
  const sealing = `arc-seal:i=1; a=rsa-${seal}; cv=${cv}; d=list.test; s=s1; b=`
  const whole = sealing + sealed([results, signature, sealing].join('\r\n'), seal)
  return [whole, signature, results, ...fields, '', body].join('\r\n')
}
