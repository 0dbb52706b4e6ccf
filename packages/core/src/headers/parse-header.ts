import { arcOf } from './arc.ts'
import { authenticationOf, rankResults } from './authentication.ts'
import { parseAuthenticationResults, parseReceivedSpf } from './authentication-results.ts'
import { fieldNamed, fieldsNamed, lineOf, type MessageHeader } from './field.ts'
import type { OrganizationalDomain, ParsedHeader } from './parsed-header.ts'
import { pathOf } from './path.ts'
import { ownReceivedSpf } from './received-spf.ts'
import { repeatedFields } from './repeated-fields.ts'
import { sendingAddress } from './sending-address.ts'
import { parseSignature } from './signature-field.ts'

/** More fields of one kind than any message has; a hostile one is not read further. */
const mostResults = 100

/** Reads the fields of a header that tell its path, its authentication and its identities. Never throws. */
export function parseHeader(header: MessageHeader, organizationalDomain: OrganizationalDomain): ParsedHeader {
  const path = pathOf(header)
  const some = (name: string) => fieldsNamed(header, name).slice(0, mostResults)
  const results = rankResults(
    some('authentication-results').map(parseAuthenticationResults),
    { header, path },
    organizationalDomain,
  )
  const from = fieldNamed(header, 'from')
  const receivedSpf = ownReceivedSpf(
    some('received-spf').flatMap(field => parseReceivedSpf(field) ?? []),
    { path, results },
    organizationalDomain,
  )
  return {
    header,
    from: header.shown.from,
    fromAt: from === undefined ? null : lineOf(from),
    to: header.shown.to,
    subject: header.shown.subject,
    replyTo: header.shown['reply-to'],
    returnPath: returnPathOf(fieldNamed(header, 'return-path')?.value),
    messageId: fieldNamed(header, 'message-id')?.value ?? null,
    repeated: repeatedFields(header),
    sendingAddress: sendingAddress({ header, path, results, receivedSpf }, organizationalDomain),
    path,
    authentication: authenticationOf(results, receivedSpf),
    results,
    receivedSpf,
    arc: arcOf(header),
    signatures: some('dkim-signature').map(parseSignature),
  }
}

function returnPathOf(value: string | undefined): string | null {
  if (value === undefined) return null
  return /<([^<>]{0,1000})>/.exec(value.slice(0, 2_000))?.[1]?.trim() ?? value.slice(0, 1_000).trim()
}
