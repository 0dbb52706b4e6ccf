import type { DmarcEffect } from './effects.ts'
import { parseDmarc, printDmarc } from './record.ts'
import { readReportUri } from './report-uri.ts'

/**
 * The record of an advice without the report addresses at the domain itself, where that has a null MX (RFC 7505): no one
 * gets what is sent there. An effect says so.
 */
export function withoutUnread<Facts extends { record?: string | null; effects?: readonly DmarcEffect[] }>(
  facts: Facts,
  { domain, refusesMail }: { domain: string; refusesMail?: boolean | null },
): Facts {
  if (facts.record == null || refusesMail !== true) return facts
  const tags = parseDmarc(facts.record)
  const isRead = (uri: string): boolean => readReportUri(uri)?.domain !== domain
  const rua = tags.rua.filter(isRead)
  const ruf = tags.ruf.filter(isRead)
  if (rua.length === tags.rua.length && ruf.length === tags.ruf.length) return facts
  const record = printDmarc({ ...tags, rua, ruf, fo: ruf.length === 0 ? [] : tags.fo })
  return { ...facts, record, effects: [...(facts.effects ?? []), { code: 'no_mail', domain }] }
}
