import { checkNames, severityTone } from '@waxseal/core/check'
import { bandOf, bandTone, type Loss, notchDepth, pointAt, rimOf, sealSentence } from '@waxseal/core/health'
import { ink, styles, type TextStyle, tones } from './palette.ts'
import type { Sheet } from './sheet.ts'

interface Place {
  left: number
  top: number
  size: number
}

/** Of a seal whose half side is 100, as on the screen. */
const rimRadius = 84
const tick = { length: 11, width: 1.6, notch: 3 }

/**
 * The health score as a seal: points that remain are ticks, points lost are notches in the rim with the letter of their
 * check. The depth of a notch says its severity, so that it is readable without color.
 *
 * @param score null: not scored
 */
export function drawSeal(sheet: Sheet, score: number | null, losses: readonly Loss[], place: Place): void {
  const unit = place.size / 200
  const middle = { x: place.left + place.size / 2, y: place.top + place.size / 2 }
  const rim = rimOf(score ?? 100, score === null ? [] : losses)
  const kept = score === null ? tones.idle.fill : score === 100 ? tones.excellent.fill : ink.ink2
  sheet.figure(sealSentence(score, losses), doc => {
    for (const { angle, severity } of rim.ticks) {
      const from = pointAt(angle, severity === null ? rimRadius : rimRadius - 4)
      const to = pointAt(angle, rimRadius - (severity === null ? tick.length : notchDepth[severity]))
      doc
        .moveTo(middle.x + from.x * unit, middle.y + from.y * unit)
        .lineTo(middle.x + to.x * unit, middle.y + to.y * unit)
        .lineWidth((severity === null ? tick.width : tick.notch) * unit)
        .stroke(severity === null ? kept : tones[severityTone[severity]].fill)
    }
    doc
      .circle(middle.x, middle.y, 50 * unit)
      .lineWidth(unit)
      .stroke(ink.line)
  })
  const number: TextStyle = { ...styles.score, size: 38 * unit, leading: 46 * unit }
  centered(sheet, score === null ? '–' : String(score), number, {
    x: middle.x,
    y: middle.y - (score === null ? 0 : 7 * unit),
  })
  if (score !== null) {
    const band = bandOf(score)
    const style = { ...styles.name, size: 14 * unit, leading: 18 * unit, color: tones[bandTone[band]].text }
    centered(sheet, band, style, { x: middle.x, y: middle.y + 22 * unit })
  }
  for (const { check, severity, middle: angle } of rim.groups) {
    const { x, y } = pointAt(angle, rimRadius + 8)
    const style = { ...styles.name, size: 12 * unit, leading: 14 * unit, color: tones[severityTone[severity]].text }
    centered(sheet, checkNames[check].letter, style, { x: middle.x + x * unit, y: middle.y + y * unit })
  }
}

function centered(sheet: Sheet, text: string, style: TextStyle, { x, y }: { x: number; y: number }): void {
  sheet.artifactLine(text, style, x - sheet.widthOf(text, style) / 2, y - style.leading / 2)
}
