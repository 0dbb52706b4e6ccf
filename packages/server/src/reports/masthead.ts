import type { ReportIdentity } from '../ports.ts'
import { ink, styles, type TextStyle } from './palette.ts'
import type { Sheet } from './sheet.ts'
import { drawMark } from './signs.ts'

interface Masthead {
  title: string
  /** When the report was made, on the right. */
  times: string
  identity?: ReportIdentity
}

const brand: TextStyle = { ...styles.section, leading: 16 }
const logoSize = { width: 150, height: 40 }
const gap = 7

/** The top of the first page: who the report is from, when it was made, and its title. */
export function masthead(sheet: Sheet, { title, times, identity }: Masthead): void {
  const timesWidth = sheet.widthOf(times, styles.small)
  const height =
    identity === undefined ? ofWaxseal(sheet) : ofSender(sheet, identity, sheet.width - timesWidth - 2 * gap)
  const left = sheet.left + sheet.width - timesWidth
  sheet.inside('P', () => sheet.draw([times], styles.small, { left, y: sheet.y + 3 }))
  sheet.skip(height + 18)
  sheet.flow('H1', title, styles.title)
  sheet.skip(6)
}

/** Returns its height, as the next one does. */
function ofWaxseal(sheet: Sheet): number {
  const size = 22
  drawMark(sheet, { left: sheet.left, top: sheet.y - 3, size }, ink.wax)
  sheet.inside('P', () => sheet.draw(['Waxseal'], brand, { left: sheet.left + size + gap }))
  return brand.leading
}

/** The logo, and the name beside it. A name with hidden characters may be long: two lines of it are shown. */
function ofSender(sheet: Sheet, { name, logo }: ReportIdentity, width: number): number {
  const size = logo === undefined ? null : sheet.picture(logo, name === '' ? 'Logo' : `Logo of ${name}`, logoSize)
  if (name === '') return size?.height ?? 0
  const indent = size === null ? 0 : size.width + gap
  const lines = sheet.lines(name, brand, width - indent).slice(0, 2)
  const height = Math.max(size?.height ?? 0, lines.length * brand.leading)
  const y = sheet.y + (height - lines.length * brand.leading) / 2
  sheet.inside('P', () => sheet.draw(lines, brand, { left: sheet.left + indent, y }))
  return height
}
