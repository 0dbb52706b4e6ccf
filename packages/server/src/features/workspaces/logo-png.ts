import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { damaged, type ReadLogo, sizeProblem } from './logo-format.ts'

// They work in threads of their own, so that the largest image does not hold up other requests.
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)
const deflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflate)

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export function isPng(file: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature)
}

interface Chunk {
  type: string
  data: Buffer
}

/** Samples of one pixel by color type (PNG, third edition, table 8): gray, RGB, palette, gray with alpha, RGB with alpha. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Below a byte only gray and palette. */
const depths: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8], 2: [8], 3: [1, 2, 4, 8], 4: [8], 6: [8] }

/** The color that is transparent, in gray and in RGB. The types with alpha have none. */
const clearBytes: Readonly<Record<number, number>> = { 0: 2, 2: 6 }

/** Reads a PNG (W3C PNG, third edition): its chunks with their checksums, then each line of its pixels. */
export async function readPng(file: Buffer): Promise<ReadLogo> {
  const chunks = chunksOf(file)
  const [first] = chunks ?? []
  if (chunks === null || first?.type !== 'IHDR' || first.data.length !== 13) return damaged
  const width = first.data.readUInt32BE(0)
  const height = first.data.readUInt32BE(4)
  const [depth = 0, color = 0, compression, filter, interlace] = first.data.subarray(8)
  const wrongSize = sizeProblem(width, height)
  if (wrongSize !== null) return wrongSize
  if (depth === 16) return { ok: false, problem: 'Please save the image with 8 bits per channel' }
  if (depths[color]?.includes(depth) !== true || compression !== 0 || filter !== 0) return damaged
  if (interlace !== 0) return { ok: false, problem: 'Please save the image without interlacing' }
  const colors = colorsOf(chunks, color, depth)
  if (colors === null) return damaged

  const line = 1 + Math.ceil((width * (samples[color] ?? 0) * depth) / 8)
  const pixels = await unpacked(partsOf(chunks, 'IDAT'), line * height)
  if (pixels === null) return damaged
  // Each line begins with the number of its filter, of which there are five.
  for (let at = 0; at < pixels.length; at += line) if ((pixels[at] ?? 5) > 4) return damaged

  // Packed again: bytes after the end of the packed data are not pixels.
  const idat = { type: 'IDAT', data: await deflate(pixels, { level: 9 }) }
  const content = pngOf([first, ...colors, idat, { type: 'IEND', data: Buffer.alloc(0) }])
  return { ok: true, logo: { type: 'image/png', width, height, content } }
}

/** The chunks up to the end of the image; null: one is cut off, has a wrong checksum, or is of no known critical kind. */
function chunksOf(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = signature.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return null
    const type = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, end - 4)
    if (zlib.crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    const isCritical = /^[A-Z]/.test(type)
    if (isCritical && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type)) return null
    chunks.push({ type, data })
    if (type === 'IEND') return isOrdered(chunks) ? chunks : null
    at = end
  }
  return null
}

/** One header, at most one palette and one transparency before the data, and the data in one run. */
function isOrdered(chunks: readonly Chunk[]): boolean {
  const drawn = chunks.map(({ type }) => type).filter(type => ['IHDR', 'PLTE', 'tRNS', 'IDAT'].includes(type))
  const data = chunks.findIndex(({ type }) => type === 'IDAT')
  const run = partsOf(chunks, 'IDAT').length
  return (
    /^IHDR(PLTE)?(tRNS)?(IDAT)+$/.test(drawn.join('')) &&
    chunks.slice(data, data + run).every(({ type }) => type === 'IDAT')
  )
}

const partsOf = (chunks: readonly Chunk[], type: string): Buffer[] =>
  chunks.filter(chunk => chunk.type === type).map(({ data }) => data)

/** The palette and the transparency, where the color type has them; null: they do not fit it. */
function colorsOf(chunks: readonly Chunk[], color: number, depth: number): Chunk[] | null {
  const [palette] = partsOf(chunks, 'PLTE')
  const [clear] = partsOf(chunks, 'tRNS')
  const transparency = clear === undefined ? [] : [{ type: 'tRNS', data: clear }]
  if (color !== 3) {
    const fits = clear === undefined || clear.length === clearBytes[color]
    // A palette of such an image is a hint for old screens.
    return fits ? transparency : null
  }
  const entries = (palette?.length ?? 0) / 3
  const fits = Number.isInteger(entries) && entries >= 1 && entries <= 2 ** depth && (clear?.length ?? 0) <= entries
  return fits && palette !== undefined ? [{ type: 'PLTE', data: palette }, ...transparency] : null
}

/** The packed data in exactly so many bytes; null: it is none, or of another length. More is never unpacked. */
async function unpacked(parts: readonly Buffer[], length: number): Promise<Buffer | null> {
  const pixels = await inflate(Buffer.concat(parts), { maxOutputLength: length }).catch(() => null)
  return pixels?.length === length ? pixels : null
}

function pngOf(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(zlib.crc32(body))
    return [length, body, checksum]
  })
  return Buffer.concat([signature, ...parts])
}
