import { storedHeaderBytes } from '@waxseal/core/caps'
import type { HeaderBody } from '../../db/header-body.ts'
import { storable } from '../../db/storable.ts'

/** The part of a pasted text that is stored: its beginning, where the newest fields are, in whole characters. */
export function storedText(raw: string): Pick<HeaderBody, 'raw' | 'cutFrom'> {
  const size = Buffer.byteLength(raw)
  if (size <= storedHeaderBytes) return { raw: storable(raw), cutFrom: null }
  const { read } = new TextEncoder().encodeInto(raw, new Uint8Array(storedHeaderBytes))
  return { raw: storable(raw.slice(0, read)), cutFrom: size }
}
