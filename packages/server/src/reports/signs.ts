import type { ToneLook } from './palette.ts'
import type { Sheet } from './sheet.ts'

interface Place {
  left: number
  top: number
  size: number
}

/** The sign of a state: a ring with a stroke in it, so that no state is a color alone. */
export function drawSign(sheet: Sheet, { sign, text: color }: ToneLook, { left, top, size }: Place): void {
  const middle = { x: left + size / 2, y: top + size / 2 }
  const unit = size / 10
  sheet.artifact(doc => {
    doc.lineWidth(unit).lineCap('round').lineJoin('round').strokeColor(color).fillColor(color)
    doc.circle(middle.x, middle.y, size / 2 - unit / 2).stroke()
    doc.translate(middle.x, middle.y).scale(unit)
    doc.lineWidth(1)
    switch (sign) {
      case 'check':
        doc.moveTo(-2.2, 0.2).lineTo(-0.6, 1.8).lineTo(2.2, -1.6).stroke()
        break
      case 'cross':
        doc.moveTo(-1.7, -1.7).lineTo(1.7, 1.7).moveTo(1.7, -1.7).lineTo(-1.7, 1.7).stroke()
        break
      case 'alert':
        doc.moveTo(0, -2.4).lineTo(0, 0.6).stroke()
        doc.circle(0, 2.3, 0.6).fill()
        break
      case 'info':
        doc.moveTo(0, -0.3).lineTo(0, 2.4).stroke()
        doc.circle(0, -2.2, 0.6).fill()
        break
      case 'minus':
        doc.moveTo(-2, 0).lineTo(2, 0).stroke()
        break
      case 'question':
        doc.moveTo(-1.4, -1.3).bezierCurveTo(-1.4, -3, 1.5, -3, 1.5, -1.2)
        doc.bezierCurveTo(1.5, -0.2, 0, -0.1, 0, 1).stroke()
        doc.circle(0, 2.6, 0.55).fill()
        break
      default:
        sign satisfies never
    }
  })
}

/** The mark of Waxseal: a rim of ticks around a ring. */
export function drawMark(sheet: Sheet, { left, top, size }: Place, color: string): void {
  const middle = { x: left + size / 2, y: top + size / 2 }
  const rim = { outer: (size / 2) * 0.94, inner: (size / 2) * 0.62 }
  sheet.artifact(doc => {
    doc.lineWidth((size * 1.6) / 36).strokeColor(color)
    for (let tick = 0; tick < 24; tick++) {
      const angle = (tick * Math.PI) / 12
      const [x, y] = [Math.sin(angle), -Math.cos(angle)]
      doc
        .moveTo(middle.x + rim.inner * x, middle.y + rim.inner * y)
        .lineTo(middle.x + rim.outer * x, middle.y + rim.outer * y)
    }
    doc.stroke()
    doc
      .lineWidth(size / 16)
      .circle(middle.x, middle.y, size * 0.2)
      .stroke()
  })
}
