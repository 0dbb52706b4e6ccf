import { arcOf, parseSignature } from '@waxseal/core/headers'
import { arc } from 'mailauth/lib/arc/index.js'
import type { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { type CheckedSignature, checked, lengthChecked, type Signer, sha1, signerOf } from './checked-signature.ts'
import { readHeader } from './read-header.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What the message says itself and what the chain was made for differ. */
const changed = /seal signature validation failed|bad signature|body hash did not verify/

/**
 * The verdict about the ARC chain of a message; empty: it has none. A chain whose form is wrong has failed too (RFC 8617
 * section 5.2), and so has one that is signed by rsa-sha1 (sections 4.1.2 and 4.1.3).
 */
export async function checkedChain(
  data: Awaited<ReturnType<typeof dkimVerify>>['arc'],
  keys: SigningKeys,
  message: Uint8Array,
): Promise<readonly CheckedSignature[]> {
  // The package's types disagree with each other about a message without a chain.
  const chain = data as { chain?: unknown; error?: Error } | undefined
  if (chain === undefined || (chain.chain === false && chain.error === undefined)) return []
  if (chain.error !== undefined) return [broken(chain.error, message)]
  const { status, signature } = await arc(data as Parameters<typeof arc>[0], { resolver: keys.lookup, strict: true })
  const signed = signature ? lengthChecked(signature) : undefined
  const signer = signature ? signerOf(signature) : newestSealer(message)
  if (signed !== undefined && signed.result !== 'pass') return [checked('arc', signer, signed, keys)]
  if (status.result === 'pass') return [checked('arc', signer, status, keys)]
  if (keys.isIncomplete()) {
    const comment = 'a key could not be looked up'
    return [checked('arc', signer, { result: 'temperror', comment }, keys)]
  }
  const comment = status.comment ?? 'a seal cannot be used'
  return [checked('arc', signer, changed.test(comment) ? { result: 'fail', comment } : invalid(comment), keys)]
}

function broken(error: Error & { hashAlgo?: unknown }, message: Uint8Array): CheckedSignature {
  const isSha1 = error.hashAlgo === 'sha1'
  const { result, comment } = invalid(error.message.replaceAll(/["'()]/g, ' ').trim())
  const reason = (isSha1 ? sha1 : comment).slice(0, 200)
  return { kind: 'arc', ...newestSealer(message), result, reason }
}

function invalid(comment: string): { result: 'permerror'; comment: string } {
  return { result: 'permerror', comment: `the chain is not valid (${comment})` }
}

/** Who sealed the newest set, by its own word. */
function newestSealer(message: Uint8Array): Signer {
  const { fields } = readHeader(message)
  const [newest] = arcOf({ fields })
  const field = fields.find(({ line }) => line === newest?.at.line)
  const { domain, selector } = field === undefined ? { domain: null, selector: null } : parseSignature(field)
  return signerOf({ signingDomain: domain ?? '', selector: selector ?? '' })
}
