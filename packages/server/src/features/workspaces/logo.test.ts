import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aJpeg, aPng, jpegSegment, packedLines, pngChunk } from '../../testing/images.ts'
import { readLogo } from './logo.ts'

const damaged = 'This image is damaged or incomplete. Please export it again.'
const wrongType = 'Please choose a PNG or JPEG image'

const read = async (file: Buffer) => {
  const result = await readLogo(file)
  if (!result.ok) return result.problem
  const { type, width, height } = result.logo
  return `${type} ${width}x${height}`
}

const contentOf = async (file: Buffer) => {
  const result = await readLogo(file)
  if (!result.ok) throw new Error(result.problem)
  return Buffer.from(result.logo.content)
}

const palette = pngChunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6]))
const packed = (lines: readonly number[]) => deflateSync(Buffer.from(lines))

describe('an image that is read', () => {
  it.each<[string, Buffer, string]>([
    ['RGB with alpha', aPng(), 'image/png 32x32'],
    ['RGB', aPng({ color: 2, data: packedLines(32, 32, 3) }), 'image/png 32x32'],
    ['gray', aPng({ color: 0, data: packedLines(32, 32, 1) }), 'image/png 32x32'],
    ['gray with alpha', aPng({ color: 4, data: packedLines(32, 32, 2) }), 'image/png 32x32'],
    ['gray of one bit', aPng({ color: 0, depth: 1, data: packedLines(4, 32, 1) }), 'image/png 32x32'],
    ['a palette', aPng({ color: 3, depth: 1, before: [palette], data: packedLines(4, 32, 1) }), 'image/png 32x32'],
    ['the largest', aPng({ width: 2_000, height: 2_000, data: packedLines(2_000, 2_000, 4) }), 'image/png 2000x2000'],
    ['JPEG', aJpeg(), 'image/jpeg 16x16'],
    ['JPEG of other sides', aJpeg({ width: 40, height: 20 }), 'image/jpeg 40x20'],
  ])('may be %s', async (_, file, expected) => {
    expect(await read(file)).toBe(expected)
  })

  it('is read again as it was written', async () => {
    for (const file of [aPng(), aJpeg()]) {
      const content = await contentOf(file)
      expect(await contentOf(content)).toEqual(content)
    }
  })

  it.each<[string, Buffer]>([
    ['behind a PNG', Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')])],
    ['in a chunk of text', aPng({ before: [pngChunk('tEXt', Buffer.from('x\0<script>'))] })],
    ['in metadata', aPng({ after: [pngChunk('eXIf', Buffer.from('<script>'))] })],
    ['in a palette that is not needed', aPng({ before: [pngChunk('PLTE', Buffer.from('<script>!'))] })],
    ['behind the packed pixels', aPng({ data: Buffer.concat([packedLines(32, 32, 4), Buffer.from('<script>')]) })],
    ['behind a JPEG', Buffer.concat([aJpeg(), Buffer.from('<script>alert(1)</script>')])],
    ['in a comment', aJpeg({ extra: [jpegSegment(0xfe, Buffer.from('<script>'))] })],
    ['in EXIF', aJpeg({ extra: [jpegSegment(0xe1, Buffer.from('Exif\0\0<script>'))] })],
  ])('keeps nothing that is hidden %s', async (_, file) => {
    expect(file.includes('<script>')).toBe(true)
    expect((await contentOf(file)).includes('<script>')).toBe(false)
  })
})

describe('a file that is no good', () => {
  it.each<[string, Buffer, string]>([
    ['empty', Buffer.alloc(0), wrongType],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), wrongType],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), wrongType],
    ['HTML before a PNG', Buffer.concat([Buffer.from('<html>'), aPng()]), wrongType],
    ['a PNG without its end', aPng().subarray(0, -12), damaged],
    ['a PNG cut in the middle', aPng().subarray(0, 60), damaged],
    ['a JPEG without its end', aJpeg().subarray(0, -2), damaged],
    ['a JPEG cut in the middle', aJpeg().subarray(0, 60), damaged],
    ['a JPEG of two bytes', Buffer.from([0xff, 0xd8]), damaged],
    ['a JPEG of its ends alone', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), damaged],
    ['a wrong checksum', Buffer.concat([aPng().subarray(0, -20), Buffer.alloc(8), aPng().subarray(-12)]), damaged],
    ['an unknown critical chunk', aPng({ before: [pngChunk('ABCD')] }), damaged],
    ['two headers', aPng({ before: [pngChunk('IHDR', Buffer.alloc(13))] }), damaged],
    ['no palette', aPng({ color: 3, depth: 8, data: packedLines(32, 32, 1) }), damaged],
    ['a palette too long', aPng({ color: 3, depth: 1, before: [pngChunk('PLTE', Buffer.alloc(9))] }), damaged],
    ['transparency beside alpha', aPng({ before: [pngChunk('tRNS', Buffer.alloc(2))] }), damaged],
    ['a color type that is none', aPng({ color: 5 }), damaged],
    ['a filter that is none', aPng({ width: 16, height: 16, color: 0, data: packed(Array(272).fill(9)) }), damaged],
    ['too few pixels', aPng({ data: packedLines(32, 31, 4) }), damaged],
    ['too many pixels', aPng({ data: packedLines(32, 33, 4) }), damaged],
    ['data that is not packed', aPng({ data: Buffer.from('pixels') }), damaged],
    ['no data', aPng({ data: Buffer.alloc(0) }), damaged],
    ['data in two runs', aPng({ after: [pngChunk('tEXt'), pngChunk('IDAT')] }), damaged],
    ['16 bits', aPng({ depth: 16, data: packedLines(32, 32, 8) }), 'Please save the image with 8 bits per channel'],
    ['interlacing', aPng({ interlace: 1 }), 'Please save the image without interlacing'],
    ['two frames', aJpeg({ extra: [aJpeg().subarray(71, 84)] }), damaged],
  ])('is refused: %s', async (_, file, problem) => {
    expect(await read(file)).toBe(problem)
  })

  it('is refused for colors of print', async () => {
    const frame = Buffer.from([8, 0, 16, 0, 16, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0])
    const file = Buffer.concat([Buffer.from([0xff, 0xd8]), jpegSegment(0xc0, frame), Buffer.from([0xff, 0xd9])])
    expect(await read(file)).toBe('Please save the image in RGB colors')
  })

  it.each<[string, Buffer, string]>([
    ['a PNG bomb', aPng({ width: 65_000, height: 65_000, data: deflateSync(Buffer.alloc(1e6)) }), '65,000 × 65,000'],
    ['the widest PNG', aPng({ width: 0xffff_ffff }), '4,294,967,295 × 32'],
    ['a JPEG bomb', aJpeg({ width: 65_500, height: 65_500 }).subarray(0, 400), '65,500 × 65,500'],
    ['one pixel too wide', aPng({ width: 2_001, data: packedLines(2_001, 32, 4) }), '2,001 × 32'],
    ['too small', aPng({ width: 15 }), '15 × 32'],
    ['no pixels', aPng({ height: 0 }), '32 × 0'],
  ])('is refused for its size before it is unpacked: %s', async (_, file, sides) => {
    expect(await read(file)).toBe(`Each side of a logo must have 16 to 2,000 pixels. This image has ${sides}.`)
  })

  it('a JPEG with a scan for each of its bytes is refused: each costs a reader a pass over all pixels', async () => {
    const one = aJpeg()
    const scan = one.subarray(one.length - 13, -2)
    const many = Buffer.concat([one.subarray(0, -2), ...Array.from({ length: 1_000 }, () => scan), one.subarray(-2)])
    expect(await read(many)).toBe(damaged)
  })

  it('never makes the reader fail, however an image is broken', async () => {
    const broken = fc.tuple(
      fc.constantFrom(aPng(), aJpeg({ extra: [jpegSegment(0xfe, Buffer.from('text'))] })),
      fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { maxLength: 4 }),
      fc.nat(5_000),
    )
    await fc.assert(
      fc.asyncProperty(broken, async ([image, changes, length]) => {
        const file = Buffer.from(image.subarray(0, length))
        for (const [at, value] of changes) if (file.length > 0) file[at % file.length] = value
        expect(await read(file)).toMatch(/^image\/|^Please|^This image|^Each side/)
      }),
    )
  })
})
