import { chooseRecord, type DkimRecord } from '@waxseal/core/dkim'
import { normalName, type Resolver, type Signal, textOf } from '@waxseal/core/dns'

/** mailauth's port for DNS: rejects with Node's codes. */
export type KeyLookup = (name: string, type: string) => Promise<string[][]>

/** The keys of one message: the lookups for the verifier, and what was wrong with a key. */
export interface SigningKeys {
  lookup: KeyLookup
  /** Why receivers cannot use the key at `selector._domainkey.domain`; undefined: nothing is known against it. */
  fault: (selector: string, domain: string) => string | undefined
  /** A lookup failed, so nothing is known about its key. */
  isIncomplete: () => boolean
}

/**
 * Looks up DKIM keys for the verifier of signatures. Our own parser judges each key, as it does in a scan: the verifier
 * gets its tags in one form, or nothing where the record is broken (RFC 6376 section 6.1.2, step 5) or revoked.
 */
export function signingKeys(resolver: Resolver, signal: Signal): SigningKeys {
  const faults = new Map<string, string>()
  let isIncomplete = false
  const lookup = async (name: string, type: string): Promise<string[][]> => {
    const asked = normalName(name)
    if (type !== 'TXT' || asked === null) throw failure('ENOTFOUND')
    const answer = await resolver.query(asked, 'TXT', signal)
    isIncomplete ||= answer.kind === 'failed'
    if (answer.kind !== 'records')
      throw failure(answer.kind === 'failed' ? 'ETIMEOUT' : answer.kind === 'no-data' ? 'ENODATA' : 'ENOTFOUND')
    const record = chooseRecord(answer.records.map(textOf))
    if (record === null) throw failure('ENODATA')
    const fault = faultOf(record)
    if (fault === undefined) return [[written(record)]]
    faults.set(asked, fault)
    throw failure('EINVALIDVAL')
  }
  return {
    lookup,
    fault: (selector, domain) => faults.get(normalName(`${selector}._domainkey.${domain}`) ?? ''),
    isIncomplete: () => isIncomplete,
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function faultOf({ revoked, errors, key }: DkimRecord): string | undefined {
  if (revoked) return 'its key was revoked'
  const [error] = errors
  if (error !== undefined) return `receivers cannot use its key: ${error.message}`
  return key === null ? 'receivers cannot use its key' : undefined
}

/** The tags that decide about a signature. A key without padding is one that receivers accept. */
function written({ keyType, hashes, strict, testing, publicKey }: DkimRecord): string {
  const letters = (publicKey ?? '').replace(/={1,4}$/, '')
  const flags = [...(strict ? ['s'] : []), ...(testing ? ['y'] : [])].join(':')
  return [
    'v=DKIM1',
    `k=${keyType}`,
    ...(hashes === null ? [] : [`h=${hashes.join(':')}`]),
    ...(flags === '' ? [] : [`t=${flags}`]),
    `p=${letters.padEnd(Math.ceil(letters.length / 4) * 4, '=')}`,
  ].join('; ')
}
