import type { Look } from '../check/index.ts'
import type { DkimRecordReply } from './present.ts'
import { strengthOf } from './strength.ts'

/** The size of a key with its verdict: "1024 bits: Upgrade recommended". */
export function dkimKeyLook({
  state,
  key_type: type,
  key_bits: bits,
  public_key: publicKey,
}: Pick<DkimRecordReply, 'state' | 'key_type' | 'key_bits' | 'public_key'>): Look {
  if (state === 'broken') return { word: 'Unusable', tone: 'poor' }
  const strength = strengthOf({ type, bits, publicKey })
  if (strength.level === 'revoked') return { word: strength.words, tone: 'idle' }
  const size = type === 'ed25519' ? 'Ed25519' : `${strength.estimated ? 'about ' : ''}${strength.bits} bits`
  const tone = strength.level === 'fine' ? 'excellent' : strength.level === 'upgrade' ? 'fair' : 'poor'
  return { word: strength.words === '' ? size : `${size}: ${strength.words}`, tone }
}
