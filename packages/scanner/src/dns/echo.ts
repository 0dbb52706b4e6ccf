/**
 * Whether a message answers a query. The id and the question must match what was sent; `case` means that they differ in
 * letter case only. A refusal may omit the question (RFC 1035 section 4.1.1 requires it, some servers do not send it),
 * because it can only make us ask the next server.
 *
 * @param end where the question ends in the sent message
 */
export function compareEcho(sent: Buffer, got: Buffer, end: number): 'same' | 'case' | 'other' {
  if (got.length < 12 || got[0] !== sent[0] || got[1] !== sent[1] || ((got[2] ?? 0) & 0x80) === 0) return 'other'
  const questions = got.readUInt16BE(4)
  if (questions === 0) {
    const rcode = (got[3] ?? 0) & 15
    return rcode !== 0 && rcode !== 3 ? 'same' : 'other'
  }
  if (questions !== 1 || got.length < end) return 'other'
  let found: 'same' | 'case' = 'same'
  for (let i = 12; i < end; i++) {
    const a = sent[i] ?? 0
    const b = got[i] ?? 0
    if (a === b) continue
    if (lower(a) !== lower(b) || i >= end - 4) return 'other'
    found = 'case'
  }
  return found
}

function lower(octet: number): number {
  return octet >= 0x41 && octet <= 0x5a ? octet + 32 : octet
}
