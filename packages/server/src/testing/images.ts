import { crc32, deflateSync } from 'node:zlib'

/** A PNG to be: RGB with alpha, 32 by 32 pixels. What is given takes the place of that. */
export interface PngParts {
  width?: number
  height?: number
  depth?: number
  color?: number
  interlace?: number
  /** Chunks between the header and the data. */
  before?: readonly Buffer[]
  /** The data as it is packed. */
  data?: Buffer
  /** Chunks between the data and the end. */
  after?: readonly Buffer[]
}

/** One chunk of a PNG, with its length and checksum. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A PNG file. */
export function aPng(parts: PngParts = {}): Buffer {
  const { width = 32, height = 32, depth = 8, color = 6, interlace = 0, before = [], after = [] } = parts
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlace], 8)
  // A bomb only says how large it is.
  const { data = packedLines(Math.min(width, 300), Math.min(height, 300), 4) } = parts
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', data),
    ...after,
    pngChunk('IEND'),
  ])
}

/** Lines of pixels with so many bytes each, a gradient, as a PNG packs them. */
export function packedLines(width: number, height: number, bytesOfPixel: number): Buffer {
  const line = 1 + width * bytesOfPixel
  const lines = Buffer.alloc(line * height)
  for (let at = 0; at < lines.length; at++) lines[at] = at % line === 0 ? 0 : (at * 7) % 256
  return deflateSync(lines)
}

/** The smallest JPEG: baseline, gray, 16 by 16 pixels, all of one value; with other sides where they are given. */
export function aJpeg({
  width = 16,
  height = 16,
  extra = [],
}: {
  width?: number
  height?: number
  extra?: readonly Buffer[]
} = {}): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const table = jpegSegment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)]))
  const frame = jpegSegment(0xc0, Buffer.concat([Buffer.from([8]), size, Buffer.from([1, 1, 0x11, 0])]))
  // One code of one bit for DC (no difference) and one for AC (end of block).
  const codes = [0x00, 0x10].map(kind => jpegSegment(0xc4, Buffer.from([kind, 1, ...Array<number>(15).fill(0), 0])))
  const scan = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  // Two bits of zero for each block, then ones up to the byte.
  const data = Buffer.alloc(Math.ceil((blocks * 2) / 8))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...extra,
    table,
    frame,
    ...codes,
    scan,
    data,
    Buffer.from([0xff, 0xd9]),
  ])
}

/** One segment of a JPEG, with its length. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
