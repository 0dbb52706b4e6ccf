import { damaged, type ReadLogo, sizeProblem } from './logo-format.ts'

/** Markers of a JPEG file (ITU-T T.81, table B.1). */
const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
/** Baseline, extended and progressive: what browsers and PDF readers show. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]
/** DHT, DQT, DRI: tables and the interval of restarts. */
const tables: readonly number[] = [0xc4, 0xdb, 0xdd]
/** Adobe's segment says how the colors are stored. */
const adobe = 0xee

/** A progressive image has about ten. Each costs a reader a pass over all pixels. */
const scansMax = 40

export function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === soi
}

/** Reads a JPEG: each segment with its length, the frame, and the coded data up to the end of the image. */
export function readJpeg(file: Buffer): ReadLogo {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let scans = 0
  for (let at = 2; ; ) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1
    const marker = file[at + 1]
    if (file[at] !== 0xff || marker === undefined) return damaged
    if (marker === eoi) {
      if (size === null || scans === 0) return damaged
      const content = Buffer.concat([...kept, file.subarray(at, at + 2)])
      return { ok: true, logo: { type: 'image/jpeg', ...size, content } }
    }
    const end = endOfSegment(file, at)
    if (end === null) return damaged
    const segment = file.subarray(at, end)
    at = end
    if (isFrame(marker)) {
      const frame = frameOf(segment)
      if (size !== null || !frames.includes(marker) || frame === null) return damaged
      const wrongSize = sizeProblem(frame.width, frame.height)
      if (wrongSize !== null) return wrongSize
      if (frame.components !== 1 && frame.components !== 3) {
        return { ok: false, problem: 'Please save the image in RGB colors' }
      }
      size = { width: frame.width, height: frame.height }
      kept.push(segment)
    } else if (marker === sos) {
      scans += 1
      at = endOfData(file, end)
      if (size === null || scans > scansMax) return damaged
      kept.push(segment, file.subarray(end, at))
    } else if (tables.includes(marker) || marker === adobe) {
      kept.push(segment)
    } else if (!isAside(marker)) return damaged
  }
}

/** All frames, also those that no browser shows. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Data of applications, and comments. */
const isAside = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/** Where a segment that starts here ends, by its own length; null: beyond the file. */
function endOfSegment(file: Buffer, at: number): number | null {
  if (at + 4 > file.length) return null
  const length = file.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length < 2 || end > file.length ? null : end
}

/** T.81 B.2.2. Null: its length is wrong, or a sample has not 8 bits. */
function frameOf(segment: Buffer): { width: number; height: number; components: number } | null {
  if (segment.length < 10 || segment[4] !== 8) return null
  const components = segment[9] ?? 0
  if (segment.length !== 10 + 3 * components) return null
  return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7), components }
}

/** The end of coded data: the next marker that is neither a stuffed byte nor a restart. Without one, the end of the file. */
function endOfData(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    const isCoded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isCoded) return at
  }
  return file.length
}
