import type { Resolver, Signal } from '@waxseal/core/dns'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { type CheckedSignature, checked, lengthChecked, signerOf } from './checked-signature.ts'
import { headerOf } from './end-of-header.ts'
import { signingKeys } from './signing-keys.ts'
import { checkedChain } from './verify-chain.ts'

export type { CheckedSignature } from './checked-signature.ts'

/** More signatures than any message has; a verifier spends a key lookup and a signature check on each. */
const mostSignatures = 10

/**
 * Verifies the DKIM signatures (RFC 6376) and the ARC chain (RFC 8617) of a whole message with keys from DNS, as strictly
 * as these ask: no rsa-sha1 (RFC 8301), no repeated or missing tag, no identity of another domain, and no key that our
 * own parser calls broken. Line ends become CRLF first, as they were on the wire, and quoting of the whole text is removed.
 * A `fail` of a pasted message proves little: programs that show a message change it. Never rejects: what could not be
 * looked up is `temperror`, what cannot be read is `permerror`.
 */
export async function verifyMessage(
  pasted: Uint8Array,
  { resolver, signal, now }: { resolver: Resolver; signal: Signal; now: Date },
): Promise<readonly CheckedSignature[]> {
  const message = wholeMessage(pasted)
  if (signatureFields(message) > mostSignatures) return [tooMany]
  const keys = signingKeys(resolver, signal)
  try {
    const verified = await dkimVerify(message, { resolver: keys.lookup, curTime: now, strict: true })
    const signatures = verified.results.flatMap((each): CheckedSignature[] =>
      each.status.result === 'none' && each.signingDomain === undefined
        ? []
        : [checked('dkim', signerOf(each), lengthChecked(each), keys)],
    )
    return [...signatures, ...(await checkedChain(verified.arc, keys, message))]
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    return [{ kind: 'dkim', domain: '', selector: '', result: 'permerror', reason }]
  }
}

/** The message as it was on the wire: without what stands above its header, and without empty lines in the header. */
function wholeMessage(pasted: Uint8Array): Buffer {
  const { header, rest, crossed } = headerOf(pasted)
  const [fields, body] = [header, rest].map(part =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength)
      .toString('latin1')
      .replace(/\r\n|\r|\n/g, '\r\n'),
  ) as [string, string]
  const own = fields.replace(/^(?:[ \t]*\r\n)+/, '').replace(/^>?From .*\r\n/, '')
  return Buffer.from((crossed === null ? own : own.replace(/\r\n(?:[ \t]*\r\n)+/g, '\r\n')) + body, 'latin1')
}

const tooMany: CheckedSignature = {
  kind: 'dkim',
  domain: '',
  selector: '',
  result: 'policy',
  reason: `more than ${mostSignatures} signatures`,
}

function signatureFields(message: Buffer): number {
  const end = message.indexOf('\r\n\r\n')
  const header = message.subarray(0, end === -1 ? message.length : end).toString('latin1')
  return header.match(/^(?:dkim-signature|arc-seal|arc-message-signature)[ \t]{0,20}:/gim)?.length ?? 0
}
