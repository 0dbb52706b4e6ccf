import Pdf from 'pdfkit'

/**
 * A PDF of which programs copy every blank of a text. Most keep one blank between two words and drop those at the end of
 * a line, unless the file says what its glyphs stand for (`ActualText`, PDF 1.7, section 14.9.4).
 */
export class ExactPdf extends Pdf {
  private exact: string | undefined

  /** Draws a text that programs copy as it is. It has at least two characters: Poppler drops a single blank anyway. */
  exactText(text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void {
    this.exact = text
    this.text(text, x, y, options)
    this.exact = undefined
  }

  /** Poppler takes the font and the place from where the mark ends, so the mark is inside the text object (BT to ET). */
  override addContent(data: unknown): PDFKit.PDFDocument {
    const { exact } = this
    if (exact !== undefined && data === 'ET') super.addContent('EMC')
    super.addContent(data)
    if (exact !== undefined && data === 'BT') super.addContent(`/Span <</ActualText <${inHexadecimal(exact)}>>> BDC`)
    return this
  }
}

/** UTF-16 with a byte order mark, as strings of a PDF have it. */
function inHexadecimal(text: string): string {
  return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')
}
