import type { ReportIdentity } from '../ports.ts'
import { ink, styles, type TextStyle } from './palette.ts'
import type { Sheet } from './sheet.ts'
import { drawMark } from './signs.ts'

interface Masthead {
  title: string
  /** When the report was made, at least one line. */
  times: readonly string[]
  identity?: ReportIdentity
}

const brand: TextStyle = { ...styles.section, leading: 16 }
const logoSize = { width: 150, height: 40 }
const gap = 7

/** The top of the first page: who the report is from, when it was made, and its title. */
export function masthead(sheet: Sheet, { title, times, identity }: Masthead): void {
  if (identity === undefined) ofWaxseal(sheet, times)
  else ofSender(sheet, identity, times)
  sheet.flow('H1', title, styles.title)
  sheet.skip(6)
}

function ofWaxseal(sheet: Sheet, times: readonly string[]): void {
  const size = 22
  drawMark(sheet, { left: sheet.left, top: sheet.y - 3, size }, ink.wax)
  sheet.inside('P', () => sheet.draw(['Waxseal'], brand, { left: sheet.left + size + gap }))
  for (const [index, time] of times.entries()) {
    const left = sheet.left + sheet.width - sheet.widthOf(time, styles.small)
    const y = sheet.y - 3 + index * styles.small.leading
    sheet.inside('P', () => sheet.draw([time], styles.small, { left, y }))
  }
  sheet.skip(34)
}

/** The logo with the name beside it, and the times below, because a name may be long. */
function ofSender(sheet: Sheet, { name, logo }: ReportIdentity, times: readonly string[]): void {
  const size = logo === undefined ? null : sheet.picture(logo, name === '' ? 'Logo' : `Logo of ${name}`, logoSize)
  const indent = size === null ? 0 : size.width + gap
  // With its hidden characters shown, a name may have many lines.
  const lines = name === '' ? [] : sheet.lines(name, brand, sheet.width - indent).slice(0, 3)
  const textHeight = lines.length * brand.leading
  const height = Math.max(size?.height ?? 0, textHeight)
  const y = sheet.y + (height - textHeight) / 2
  sheet.inside('P', () => sheet.draw(lines, brand, { left: sheet.left + indent, y }))
  sheet.skip(height + 8)
  sheet.flow('P', times.join(', '), styles.small)
  sheet.skip(14)
}
