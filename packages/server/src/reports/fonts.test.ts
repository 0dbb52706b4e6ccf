import { openSync } from 'fontkit'
import { expect, it } from 'vitest'
import { faceFor, facesOf, shippedFonts, widthIn } from './fonts.ts'

const faces = Object.keys(shippedFonts) as (keyof typeof shippedFonts)[]

it.each(faces)('every glyph of %s can be drawn and embedded', face => {
  const font = openSync(shippedFonts[face])
  if (!('numGlyphs' in font)) throw new Error('a collection')
  const subset = font.createSubset()
  for (let glyph = 0; glyph < font.numGlyphs; glyph++) {
    // A font whose last glyph is the empty space throws here.
    const outline = font.getGlyph(glyph)
    void outline.path.commands.length
    subset.includeGlyph(outline)
  }
  expect(font.numGlyphs).toBeGreaterThan(1_000)
  expect(subset.encode().length).toBeGreaterThan(50_000)
})

it('the first font of a voice that has a character shows it', () => {
  const shown = ['a', 'ü', 'ж', 'א', 'ع', '😀', '日'].map(character => faceFor('text', character.codePointAt(0) ?? 0))
  expect(shown).toEqual(['sans', 'sans', 'sans', 'wide', 'wide', 'wide', null])
  expect(faceFor('mono', 'א'.codePointAt(0) ?? 0)).toBe('wide')
  expect(faceFor('strong', 'א'.codePointAt(0) ?? 0)).toBe('wideStrong')
})

it('every voice has all of printable ASCII in its first font, and records have one width for it', () => {
  for (const [voice, [first]] of Object.entries(facesOf)) {
    const widths = Array.from({ length: 0x7f - 0x20 }, (_, at) => widthIn(first, 0x20 + at))
    expect(widths).not.toContain(null)
    if (voice === 'mono') expect(new Set(widths)).toEqual(new Set([0.6]))
  }
})
