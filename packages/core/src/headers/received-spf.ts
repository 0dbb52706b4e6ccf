import type { OrganizationalDomain } from './parsed-header.ts'
import { isAboveArrival, microsoft, receiverOf, writerOf } from './receiver.ts'
import type { RankedResults, ReceivedSpf } from './result.ts'
import type { Reception } from './result-writer.ts'

/**
 * The `Received-SPF` fields that the receiver can have written: not those that name a host of another organization as
 * their writer. One that names no writer adds nothing to results that name the receiver, unless it is above them, or above
 * the `Received` with which the message came in. Some receivers write the field at the end of the header, so a place below
 * an outside `Received` shows nothing.
 */
export function ownReceivedSpf(
  fields: readonly ReceivedSpf[],
  { path, results }: Pick<Reception, 'path'> & { results: readonly RankedResults[] },
  organizationalDomain: OrganizationalDomain,
): readonly ReceivedSpf[] {
  const receiver = receiverOf(path, organizationalDomain)
  const named = results.find(each => each.rank === 'counts' && each.results.authservId !== null)?.results.at.line
  const isFree = receiver.newest === null || receiver.organization === microsoft || named === undefined
  return fields.filter(field => {
    const writer = writerOf(field, organizationalDomain)
    const { line } = field.at
    if (writer === null) return isFree || isAboveArrival(line, receiver) || (line < named && named < receiver.outside)
    if (receiver.newest === null || writer === receiver.organization) return true
    return receiver.organization === null && !receiver.senders.has(writer)
  })
}
