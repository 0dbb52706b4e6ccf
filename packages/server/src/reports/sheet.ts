import { bounds, cut } from './bounds.ts'
import { ExactPdf } from './exact-text.ts'
import { fontFiles } from './fonts.ts'
import { wordLines } from './line-breaks.ts'
import { ink, styles, type TextStyle } from './palette.ts'
import { fontChangesIn, runsOf } from './runs.ts'
import { visible } from './visible-text.ts'

/** A4, in points. */
const page = { width: 595.28, height: 841.89 }
const headTop = 26
const margin = { left: 56, right: 56, top: 52, bottom: 66 }

/** A method of pdfkit that its types lack. */
interface Images {
  openImage(file: Buffer): Size
}

interface Size {
  width: number
  height: number
}

/** What every page of a report says about the report. */
export interface SheetOptions {
  /** The title of the document, without text from outside. */
  title: string
  /** At the foot of each page: which analysis this is. */
  foot: string
  /** At the head of each page but the first: what the report is about. */
  head?: string
  /** Shows everything but ASCII as code points. */
  escaped?: boolean
}

/**
 * The pages of a report, filled from the top. Every text is drawn as it is: nothing in it is a link or markup. Content is
 * tagged for screen readers (PDF 1.7, section 14.8); rules and page numbers are artifacts.
 */
export class Sheet {
  readonly left = margin.left
  readonly width = page.width - margin.left - margin.right
  readonly #doc: ExactPdf
  readonly #options: SheetOptions
  readonly #chunks: Uint8Array[] = []
  #fontChangesLeft: number = bounds.fontChanges
  #parents: PDFKit.PDFStructureElement[] = []
  #bookmarks: PDFKit.PDFOutline[] = []
  /** The top of what comes next, in points from the top of the page. */
  y: number = margin.top

  constructor(options: SheetOptions) {
    this.#options = options
    this.#doc = new ExactPdf({
      size: [page.width, page.height],
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      bufferPages: true,
      font: fontFiles.sans,
      info: { Title: options.title, Creator: 'Waxseal', Producer: 'Waxseal' },
    })
    this.#doc.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
    const root = this.#doc.struct('Document')
    this.#doc.addStructure(root)
    this.#parents.push(root)
    this.#bookmarks.push(this.#doc.outline)
  }

  get pages(): number {
    return this.#doc.bufferedPageRange().count
  }

  /** The height that is left on this page. */
  get room(): number {
    return page.height - margin.bottom - this.y
  }

  /** Starts a new page unless so much height is left on this one. */
  need(height: number): void {
    if (this.room < height) this.breakPage()
  }

  breakPage(): void {
    this.#doc.addPage()
    this.y = margin.top
  }

  skip(height: number): void {
    this.y += height
  }

  /**
   * A text without hidden characters, as all methods below want it. One with more changes of the font than the report has
   * left is shown as code points: each change costs memory and time, and a hostile message can have one at each letter.
   */
  shown(text: string, { voice }: TextStyle): string {
    const shown = visible(text, voice, { escaped: this.#options.escaped === true })
    const changes = fontChangesIn(shown, voice)
    if (changes > this.#fontChangesLeft) return visible(text, voice, { escaped: true })
    this.#fontChangesLeft -= changes
    return shown
  }

  /** The lines of a text of any origin within this width. Its hidden characters may make it long: it is cut then. */
  lines(text: string, style: TextStyle, width = this.width): string[] {
    return wordLines(cut(this.shown(text, style), bounds.shown), { voice: style.voice, size: style.size, width })
  }

  /** Puts what `work` draws into an element of the document's structure. */
  inside(tag: string, work: () => void): void {
    const element = this.#doc.struct(tag)
    this.#parents.at(-1)?.add(element)
    this.#parents.push(element)
    work()
    this.#parents.pop()
    element.end()
  }

  /** A drawing that a screen reader reads as this sentence. */
  figure(sentence: string, draw: (doc: PDFKit.PDFDocument) => void): void {
    const element = this.#doc.struct('Figure', { alt: visible(sentence, 'text', { escaped: true }) }, () => {
      this.#doc.save()
      draw(this.#doc)
      this.#doc.restore()
    })
    this.#parents.at(-1)?.add(element)
    element.end()
  }

  /**
   * An entry in the outline that leads to this place.
   *
   * @param title without text from outside
   * @param level 0: a section; 1: a part of the section before it
   */
  bookmark(title: string, level: 0 | 1 = 0): void {
    this.#bookmarks.length = level + 1
    // pdfkit counts the place of the left side from the right one.
    const place = { expanded: false, top: Math.max(0, this.y - 10), left: page.width }
    const item = this.#bookmarks[level]?.addItem(title, place)
    if (item !== undefined) this.#bookmarks.push(item)
  }

  /** Draws lines from `y` down, each at `left`, as content of the innermost element. Moves nothing. */
  draw(lines: readonly string[], style: TextStyle, { left = this.left, y = this.y } = {}): void {
    this.#parents.at(-1)?.add(() => {
      lines.forEach((line, index) => this.#drawLine(line, style, left, y + index * style.leading))
    })
  }

  /** A whole text as an element of its own, over as many pages as it needs. */
  flow(tag: string, text: string, style: TextStyle, { left = this.left, width = this.width } = {}): void {
    const lines = this.lines(text, style, width)
    this.inside(tag, () => this.flowLines(lines, style, { left }))
  }

  /**
   * Lines over as many pages as they need.
   *
   * @param under draws what is below the lines of one page, given their height; `count` lines from `first` on
   */
  flowLines(
    lines: readonly string[],
    style: TextStyle,
    { left = this.left, under }: { left?: number; under?: (height: number, first: number, count: number) => void } = {},
  ): void {
    for (let at = 0; at < lines.length; ) {
      this.need(style.leading)
      const count = Math.min(lines.length - at, Math.floor(this.room / style.leading))
      const height = count * style.leading
      under?.(height, at, count)
      this.draw(lines.slice(at, at + count), style, { left })
      this.y += height
      at += count
    }
  }

  /** Draws what says nothing to a screen reader. */
  artifact(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.#doc.save()
    draw(this.#doc)
    this.#doc.restore()
    this.#doc.endMarkedContent()
  }

  /** Text that belongs to the page and not to the content, as line numbers. */
  artifactLine(text: string, style: TextStyle, left: number, y: number): void {
    this.artifact(() => this.#drawLine(this.shown(text, style), style, left, y))
  }

  /**
   * Draws a PNG or JPEG at the left, no larger than one pixel for each point and within `most`. Moves nothing.
   *
   * @param text what a screen reader says
   * @returns its size in points
   */
  picture(file: Uint8Array, text: string, most: Size): Size {
    const content = Buffer.from(file)
    const { width, height } = (this.#doc as ExactPdf & Images).openImage(content)
    const scale = Math.min(1, most.width / width, most.height / height)
    const size = { width: width * scale, height: height * scale }
    const { left, y } = this
    const figure = this.#doc.struct('Figure', { alt: text }, () => this.#doc.image(content, left, y, size))
    this.#parents.at(-1)?.add(figure)
    return size
  }

  rule(color: string = ink.line, { left = this.left, width = this.width, thickness = 0.6 } = {}): void {
    const { y } = this
    this.artifact(doc =>
      doc
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(thickness)
        .stroke(color),
    )
  }

  /** The width of one line of a text without hidden characters, as it is drawn. */
  widthOf(line: string, style: TextStyle): number {
    return runsOf(line, style.voice).reduce(
      (sum, { text, face }) => sum + this.#doc.font(fontFiles[face]).fontSize(style.size).widthOfString(text),
      0,
    )
  }

  /** The beginning of a line that fits in this width. */
  fitted(line: string, style: TextStyle, width: number): string {
    if (this.widthOf(line, style) <= width) return line
    const [first = ''] = wordLines(line, { voice: style.voice, size: style.size, width: width - style.size })
    return `${first}…`
  }

  /** Adds the head and the foot of each page and returns the file. */
  finish(): Promise<Uint8Array> {
    const { start, count } = this.#doc.bufferedPageRange()
    const y = page.height - 40
    const head = this.#options.head === undefined ? null : this.fitted(this.#options.head, styles.small, this.width)
    for (let index = start; index < start + count; index++) {
      this.#doc.switchToPage(index)
      const number = `Page ${index - start + 1} of ${count}`
      const right = this.left + this.width - this.widthOf(number, styles.small)
      this.artifactLine(this.#options.foot, styles.small, this.left, y)
      this.artifactLine(number, styles.small, right, y)
      if (head === null || index === start) continue
      this.artifactLine(head, styles.small, this.left, headTop)
      this.y = headTop + styles.small.leading + 3
      this.rule()
    }
    for (const element of this.#parents.toReversed()) element.end()
    return new Promise((resolve, reject) => {
      this.#doc.on('end', () => resolve(Buffer.concat(this.#chunks)))
      this.#doc.on('error', reject)
      this.#doc.end()
    })
  }

  #drawLine(line: string, { voice, size, leading, color }: TextStyle, left: number, top: number): void {
    // Fonts differ in height: all runs of a line have one baseline.
    const y = top + (leading - size) / 2 + size * 0.82
    let x = left
    const placed = runsOf(line, voice).map(run => {
      const at = x
      x += this.#doc.font(fontFiles[run.face]).fontSize(size).widthOfString(run.text)
      return { ...run, at }
    })
    for (const { text, face, at, hasBlanks } of placed.toSorted((one, other) => one.order - other.order)) {
      this.#doc.font(fontFiles[face]).fontSize(size).fillColor(color)
      const options = { lineBreak: false, baseline: 'alphabetic' } as const
      if (hasBlanks) this.#doc.exactText(text, at, y, options)
      else this.#doc.text(text, at, y, options)
    }
  }
}
