import { limits } from '@waxseal/contract/limits'
import * as wording from '@waxseal/contract/wording'

/** The text of a file, or the reason why it is unreadable. */
type FileText = { ok: true; text: string } | { ok: false; problem: string }

const noText = 'This file is not text. Save the spreadsheet as CSV and choose that file.'

/** Twice the limit of the server: UTF-16 needs two bytes where UTF-8 needs one. */
const readMax = 2 * limits.bulkBytes + 2

/** Reads a chosen or dropped list or CSV. Does not read a file that is too large. */
export async function readFile(file: Blob): Promise<FileText> {
  if (file.size > readMax) return { ok: false, problem: wording.bulkTooLarge }
  try {
    return textOf(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { ok: false, problem: 'This file could not be read' }
  }
}

/**
 * Decodes text of spreadsheets: UTF-16 with a byte order mark, else UTF-8, else the Windows code page of Western
 * Europe. In that code page every byte sequence is valid, so control bytes are the sign that the file is no text.
 */
export function textOf(bytes: Uint8Array): FileText {
  const text = decoded(bytes)
  // oxlint-disable-next-line no-control-regex -- these are looked for
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) return { ok: false, problem: noText }
  return { ok: true, text }
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
