import { logoWrongType } from '@waxseal/contract'
import type { ReadLogo } from './logo-format.ts'
import { isJpeg, readJpeg } from './logo-jpeg.ts'
import { isPng, readPng } from './logo-png.ts'

/**
 * Reads an image from outside. Its type is what its bytes are, and its size what they say before anything is unpacked. The
 * result has nothing that is not needed to show it: no metadata, no comments, no bytes after the end of the image.
 */
export async function readLogo(file: Buffer): Promise<ReadLogo> {
  if (isPng(file)) return readPng(file)
  if (isJpeg(file)) return readJpeg(file)
  return { ok: false, problem: logoWrongType }
}
