import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

/**
 * The shipped fonts, as TrueType files. Not every font can be embedded: fontkit fails on fonts whose last glyph is the
 * empty space (IBM Plex Mono, JetBrains Mono) and on subsets of WOFF2. A test embeds every glyph of these.
 */
export const shippedFonts = {
  sans: resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  sansStrong: resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  mono: resolve('@expo-google-fonts/source-code-pro/400Regular/SourceCodePro_400Regular.ttf'),
  wide: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  wideStrong: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  wideMono: resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
} as const

/** One font; `installed` is one of the system, for characters that the shipped ones lack. */
export type Face = keyof typeof shippedFonts | 'installed'

/** Empty: there is no such font. */
export const fontFiles: Record<Face, string> = { ...shippedFonts, installed: '' }

/**
 * Adds a font of the system (TrueType, one font in the file), before the first report.
 *
 * @throws when fontkit cannot read it
 */
export function addInstalledFont(file: string): void {
  if (!('unitsPerEm' in openSync(file))) throw new Error('a collection of fonts')
  fontFiles.installed = file
}

/** How a text is set. */
export type Voice = 'text' | 'strong' | 'mono'

/** The fonts of a voice: the first that has a character shows it. */
export const facesOf: Readonly<Record<Voice, readonly [Face, ...Face[]]>> = {
  text: ['sans', 'wide', 'installed'],
  strong: ['sansStrong', 'wideStrong', 'wide', 'installed'],
  mono: ['mono', 'wideMono', 'wide', 'installed'],
}

const opened = new Map<Face, Font>()

function fontOf(face: Face): Font {
  const known = opened.get(face)
  if (known !== undefined) return known
  const font = openSync(fontFiles[face])
  if (!('unitsPerEm' in font)) throw new Error(`${fontFiles[face]} is a collection of fonts`)
  opened.set(face, font)
  return font
}

const widths = new Map<Face, Map<number, number | null>>()

/** The width of a character in this font, in ems; null: the font does not have it. */
export function widthIn(face: Face, codePoint: number): number | null {
  if (fontFiles[face] === '') return null
  const known = widths.get(face) ?? new Map<number, number | null>()
  widths.set(face, known)
  let width = known.get(codePoint)
  if (width === undefined) {
    const font = fontOf(face)
    const has = font.hasGlyphForCodePoint(codePoint)
    width = has ? font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm : null
    known.set(codePoint, width)
  }
  return width
}

/** The font that shows a character; null: none has it. */
export function faceFor(voice: Voice, codePoint: number): Face | null {
  return facesOf[voice].find(face => widthIn(face, codePoint) !== null) ?? null
}
