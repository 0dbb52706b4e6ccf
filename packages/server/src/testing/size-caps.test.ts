import { gzipSync } from 'node:zlib'
import { limits } from '@waxseal/contract'
import { type SizeCapName, sizeCaps } from '@waxseal/core/caps'
import { expect, it } from 'vitest'
import { unpackBody } from '../db/header-body.ts'
import { documentOf } from '../features/headers/document.ts'
import { storedText } from '../features/headers/stored-text.ts'
import { unpackDocument } from '../features/scans/document.ts'
import { aHeaderAnalysis, aLine, noReputation } from './header-analysis.ts'

/** The caps that the server and its contract enforce. */
type Own = {
  [K in SizeCapName]: (typeof sizeCaps)[K]['enforcedIn'] extends `${'server' | 'contract'}/${string}` ? K : never
}[SizeCapName]

const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const [hop] = aHeaderAnalysis().path
const analysis = aHeaderAnalysis({
  subject: 's'.repeat(5_000),
  path: many(300, hop as NonNullable<typeof hop>),
  verdicts: many(90, { product: 'Rspamd', says: 'clean', words: 'clean', at: aLine('X', 'y') }),
})
const document = documentOf(analysis, { reputation: noReputation, signatures: null })

/** What unpacks to so many bytes. */
const packed = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '), { level: 1 })
const refuses = async (work: Promise<unknown>, most: number): Promise<number> => {
  await expect(work).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
  return most
}

/** What is kept of an input that goes beyond the cap. */
const probes: Record<Own, () => Promise<number> | number> = {
  pastedHeaderBytes: () => limits.headersBytes,
  storedHeaderBytes: () => Buffer.byteLength(storedText('€'.repeat(100_000)).raw),
  storedHeaderBodyBytes: () => {
    const { most } = sizeCaps.storedHeaderBodyBytes
    return refuses(unpackBody(packed(most + 1)), most)
  },
  storedHops: () => document.parsed_data.delivery_path.length,
  storedItems: () => document.verdicts.length,
  storedTextCharacters: () => (document.parsed_data.subject?.length ?? 0) - '…'.length,
  storedScanBytes: () => {
    const { most } = sizeCaps.storedScanBytes
    return refuses(unpackDocument({ version: 4, body: packed(most + 1) }), most)
  },
}

it.each(Object.entries(probes))('%s: no more is kept, and not much less', async (cap, probe) => {
  const { most } = sizeCaps[cap as Own]
  const kept = await probe()
  expect(kept).toBeLessThanOrEqual(most)
  expect(kept).toBeGreaterThan(most / 2)
})
