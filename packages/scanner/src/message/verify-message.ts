import { normalName, type Resolver, type Signal, textOf } from '@waxseal/core/dns'
import { arc } from 'mailauth/lib/arc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { unquoted } from './unquoted.ts'

/** The result of one signature of a whole message, with the key that DNS has now. */
export interface CheckedSignature {
  kind: 'dkim' | 'arc'
  /** Empty when the signature names none. */
  domain: string
  selector: string
  result: 'pass' | 'fail' | 'neutral' | 'temperror' | 'permerror' | 'policy' | 'none'
  /** The verifier's word for it: `bad signature`; empty for a pass. */
  reason: string
}

/** More signatures than any message has; a verifier spends a key lookup and a signature check on each. */
const mostSignatures = 10

/**
 * Verifies the DKIM signatures (RFC 6376) and the ARC chain (RFC 8617) of a whole message with keys from DNS. Line ends
 * become CRLF first, as they were on the wire, and quoting of the whole text is removed. A `fail` of a pasted message proves little: programs that show a message
 * change it. Never rejects: what could not be looked up is `temperror`, what cannot be read is `permerror`.
 */
export async function verifyMessage(
  pasted: Uint8Array,
  { resolver, signal, now }: { resolver: Resolver; signal: Signal; now: Date },
): Promise<readonly CheckedSignature[]> {
  const raw = unquoted(pasted)
  const message = Buffer.from(
    Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
      .toString('latin1')
      .replace(/\r\n|\r|\n/g, '\r\n'),
    'latin1',
  )
  if (signatureFields(message) > mostSignatures) return [tooMany]
  const keys = (name: string, type: string) => lookup(resolver, name, type, signal)
  try {
    const verified = await dkimVerify(message, { resolver: keys, curTime: now })
    const signatures = verified.results.flatMap(({ signingDomain, selector, status }): CheckedSignature[] =>
      status.result === 'none' && signingDomain === undefined
        ? []
        : [checked('dkim', { domain: signingDomain, selector }, status)],
    )
    return [...signatures, ...(await checkedChain(verified.arc, keys))]
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    return [{ kind: 'dkim', domain: '', selector: '', result: 'permerror', reason }]
  }
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

type Keys = (name: string, type: string) => Promise<string[][]>

/** mailauth's port for DNS: rejects with Node's codes. */
async function lookup(resolver: Resolver, name: string, type: string, signal: Signal): Promise<string[][]> {
  const asked = normalName(name)
  if (type !== 'TXT' || asked === null) throw failure('ENOTFOUND')
  const answer = await resolver.query(asked, 'TXT', signal)
  if (answer.kind === 'records') return answer.records.map(record => [textOf(record)])
  throw failure(answer.kind === 'failed' ? 'ETIMEOUT' : answer.kind === 'no-data' ? 'ENODATA' : 'ENOTFOUND')
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

type Status = { result: string; comment?: string }

function checked(
  kind: CheckedSignature['kind'],
  { domain = '', selector = '' }: { domain?: string | undefined; selector?: string | undefined },
  { result, comment = '' }: Status,
): CheckedSignature {
  return {
    kind,
    domain: domain.slice(0, 253),
    selector: selector.slice(0, 253),
    result: results.find(each => each === result) ?? 'permerror',
    reason: result === 'pass' ? '' : comment.slice(0, 200),
  }
}

const results = ['pass', 'fail', 'neutral', 'temperror', 'permerror', 'policy', 'none'] as const

async function checkedChain(
  data: Awaited<ReturnType<typeof dkimVerify>>['arc'],
  resolver: Keys,
): Promise<readonly CheckedSignature[]> {
  // The package's types disagree with each other about a message without a chain.
  if (data === undefined || data.chain === false) return []
  const { status, signature } = await arc(data as Parameters<typeof arc>[0], { resolver })
  const { signingDomain, selector } = signature || {}
  return [checked('arc', { domain: signingDomain, selector }, status)]
}
