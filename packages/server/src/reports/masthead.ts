import { ink, styles, type TextStyle } from './palette.ts'
import type { Sheet } from './sheet.ts'
import { drawMark } from './signs.ts'

/** Whose report it is: the company that hands it out. */
export interface ReportIdentity {
  name: string
  /** A PNG or JPEG file. */
  logo?: Uint8Array
}

interface Masthead {
  title: string
  /** One below the other. */
  times: readonly string[]
  /** Absent: Waxseal. */
  identity?: ReportIdentity
}

const markSize = 22
const logo = { width: 120, height: 28 }
const nameStyle: TextStyle = { ...styles.section, leading: 16 }

/** The head of the first page: whose report it is, its times, and its title. */
export function masthead(sheet: Sheet, { title, times, identity }: Masthead): void {
  const right = sheet.left + sheet.width
  const widths = times.map(time => sheet.widthOf(time, styles.small))
  const at = identity?.logo === undefined ? mark(sheet) : image(sheet, identity.name, Buffer.from(identity.logo))
  const shown = sheet.shown(identity?.name ?? 'Waxseal', nameStyle)
  const name = sheet.fitted(shown, nameStyle, right - at - Math.max(...widths) - 16)
  sheet.inside('P', () => sheet.draw([name], nameStyle, { left: at }))
  for (const [index, time] of times.entries()) {
    const y = sheet.y - 3 + index * styles.small.leading
    sheet.inside('P', () => sheet.draw([time], styles.small, { left: right - (widths[index] ?? 0), y }))
  }
  sheet.skip(34)
  sheet.flow('H1', title, styles.title)
  sheet.skip(6)
}

/** Returns where the name begins. */
function mark(sheet: Sheet): number {
  drawMark(sheet, { left: sheet.left, top: sheet.y - 3, size: markSize }, ink.wax)
  return sheet.left + markSize + 7
}

function image(sheet: Sheet, name: string, file: Buffer): number {
  const { left, y } = sheet
  sheet.figure(`The logo of ${name}`, doc => doc.image(file, left, y - 6, { fit: [logo.width, logo.height] }))
  return left + logo.width + 10
}
