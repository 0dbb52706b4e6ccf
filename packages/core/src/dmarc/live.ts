import type { RecordKind } from '../dns/index.ts'
import { isDmarcLookalike, isDmarcRecord } from './record.ts'

/** DMARC records at a `_dmarc` name. Receivers pass over spaces around tags, and over a final semicolon. */
export const dmarcKind: RecordKind = {
  select: texts => ({ records: texts.filter(isDmarcRecord), lookalikes: texts.filter(isDmarcLookalike) }),
  canonical: text =>
    text
      .split(';')
      .map(tagOf)
      .filter(tag => tag !== '')
      .join(';'),
}

function tagOf(part: string): string {
  const [name = '', ...value] = part.split('=')
  if (value.length === 0) return part.trim()
  return `${name.trim().toLowerCase()}=${value.join('=').trim()}`
}
