import { limits } from '@waxseal/contract/limits'
import { wording } from '@waxseal/contract/wording'

/** The text of a file, or why it cannot be read. */
type FileText = { ok: true; text: string } | { ok: false; problem: string }

const noText = 'This file is not text. In a spreadsheet, save the table as CSV first.'

/** Twice what may be sent: UTF-16 takes two bytes where UTF-8 takes one. */
const readMax = 2 * limits.bulkBytes + 2

/** Reads a list or a CSV somebody chose or dropped. Nothing is read of a file that is too large. */
export async function readFile(file: Blob): Promise<FileText> {
  if (file.size > readMax) return { ok: false, problem: wording.bulkTooLarge }
  try {
    return textOf(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { ok: false, problem: 'This file could not be read' }
  }
}

/**
 * Text as spreadsheets write it: UTF-16 when it begins with its mark, else UTF-8, else the Windows code page of Western
 * Europe, in which every run of bytes is some text: bytes no text has are the sign that it is none.
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
