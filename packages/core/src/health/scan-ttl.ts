import type { ScanReply } from './reply.ts'

/** The TTL of the records at a name when they arrived, in seconds; null when they were not queried. */
export function ttlOf(
  scan: Pick<ScanReply, 'evidence'>,
  name: string,
  type: ScanReply['evidence'][number]['question']['type'],
): number | null {
  const asked = scan.evidence.find(
    ({ question, outcome }) => outcome === 'records' && question.type === type && question.name === name,
  )
  return asked?.kind === 'dns' ? asked.via.ttl : null
}
