import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import { storedHeaderBodyBytes } from '@waxseal/core/caps'
import type { HeaderDocument } from './schema/index.ts'

/** What of an analysis has no column: the pasted text, and the document. */
export interface HeaderBody {
  /** The beginning of the pasted text. */
  raw: string
  /** The size of the whole text in bytes of UTF-8, where only its beginning is stored; null: it is whole. */
  cutFrom: number | null
  document: HeaderDocument
}

/** The first byte of what gzip writes. JSON begins with a brace: analyses of before are not compressed. */
const gzipMark = 0x1f

/** Compresses a body. */
export async function packBody({ raw, cutFrom, document }: HeaderBody): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify({ raw, cutFrom, document }))
}

/** @throws Error for what is no body, or unpacks beyond its cap */
export async function unpackBody(body: Uint8Array): Promise<HeaderBody> {
  return read(body[0] === gzipMark ? await promisify(gunzip)(body, limits) : body)
}

/** The same at once, for one body after the other. @throws as `unpackBody` */
export function unpackBodyNow(body: Uint8Array): HeaderBody {
  return read(body[0] === gzipMark ? gunzipSync(body, limits) : body)
}

const limits = { maxOutputLength: storedHeaderBodyBytes }

function read(json: Uint8Array): HeaderBody {
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()) as HeaderBody
}
