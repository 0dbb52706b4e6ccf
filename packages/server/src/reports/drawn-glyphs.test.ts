import { type Font, openSync } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { replyTo } from '../testing/header-reply.ts'
import { drawnGlyphs } from './drawn-glyphs.fixture.ts'
import { type Face, faceFor, facesOf, fontFiles, type Voice } from './fonts.ts'
import { headerReport } from './header-report.ts'
import { styles } from './palette.ts'
import { Sheet } from './sheet.ts'
import { visible } from './visible-text.ts'

const pageWith = async (draw: (sheet: Sheet) => void): Promise<Buffer> => {
  const sheet = new Sheet({ title: 'Glyphs', foot: 'Foot' })
  draw(sheet)
  return Buffer.from(await sheet.finish())
}
function fontOf(face: Face): Font {
  const font = openSync(fontFiles[face])
  if (!('characterSet' in font)) throw new Error('a collection')
  return font
}
const voices = Object.keys(facesOf) as Voice[]

describe('the glyphs that a report draws', () => {
  it('are counted, and one that no font has is found', async () => {
    const plain = drawnGlyphs(await pageWith(sheet => sheet.draw(['abc'], styles.text)))
    expect(plain).toEqual({ all: 'abcFootPage 1 of 1'.length, missing: 0 })
    // `draw` wants a text without hidden characters, and draws whatever it gets.
    for (const character of ['日', '\u{1F4E7}', '\uE000']) {
      const file = await pageWith(sheet => sheet.draw([`abc${character}`], styles.text))
      expect(drawnGlyphs(file)).toEqual({ all: plain.all + 1, missing: 1 })
    }
  })

  it('are all there when the same text is shown as all other texts are', async () => {
    const file = await pageWith(sheet => sheet.flow('P', 'abc日\u{1F4E7}\uE000', styles.text))
    expect(drawnGlyphs(file).missing).toBe(0)
    const { missing, all } = drawnGlyphs(
      Buffer.from(
        await headerReport({
          analysis: replyTo('Subject: 日本 \u{1F4E7} שלום مرحبا e\u0301 \uFFFC\nFrom: a@example.com'),
          exportedAt: '2026-11-25T10:05:00Z',
        }),
      ),
    )
    expect(missing).toBe(0)
    expect(all).toBeGreaterThan(500)
  })

  it.each(voices)('of each character that %s shows have ink, but for spaces', voice => {
    const empty: string[] = []
    // No font of the system is added here.
    const shipped = facesOf[voice].filter(face => face !== 'installed')
    const fonts = new Map<Face, Font>(shipped.map(face => [face, fontOf(face)]))
    const known = new Set(Array.from(fonts.values(), font => font.characterSet).flat())
    expect(known.size).toBeGreaterThan(5_000)
    for (const codePoint of known) {
      const character = String.fromCodePoint(codePoint)
      if (visible(character, voice) !== character || /\p{Zs}/u.test(character)) continue
      const glyph = fonts.get(faceFor(voice, codePoint) ?? facesOf[voice][0])?.glyphForCodePoint(codePoint)
      if (glyph === undefined || glyph.id === 0 || glyph.path.commands.length === 0) empty.push(codePoint.toString(16))
    }
    expect(empty).toEqual([])
  })
})
