import type { MxValue } from '../mx/index.ts'
import type { SpfValue } from '../spf/index.ts'

/**
 * Does the domain declare that it neither sends nor receives mail? Its SPF is exactly `v=spf1 -all`, and it has a null
 * MX (RFC 7505) or no MX at all. null: not known, because a section that would decide it is not known.
 */
export function isNonMail(mx: MxValue | null, spf: SpfValue | null): boolean | null {
  const sends = spf === null ? null : !sendsNothing(spf)
  const receives = mx === null ? null : mx.hosts.some(({ state }) => state !== 'null')
  if (sends === true || receives === true) return false
  return sends === null || receives === null ? null : true
}

function sendsNothing({ records }: SpfValue): boolean {
  const [record, ...others] = records
  return record !== undefined && others.length === 0 && /^v=spf1 +-all *$/i.test(record)
}
