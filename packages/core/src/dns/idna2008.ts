/**
 * The code points of a U-label (RFC 5892). UTS 46, which `node:url` applies, is wider: it allows emoji and symbols,
 * which no registry that follows IDNA 2008 may register (RFC 5891 section 5.4).
 */

/** RFC 5892 section 2.6: exceptions, regardless of their category. */
const exceptionsValid = /^[\u00DF\u03C2\u06FD\u06FE\u0F0B\u3007]$/u
const exceptionsDisallowed = /^[\u0640\u07FA\u302E\u302F\u3031-\u3035\u303B]$/u
/** Section 2.1, without what sections 2.3, 2.4 and 2.9 exclude. */
const letterDigit = /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u
const ignorable = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]$/u
const ignorableBlock = /^[\u20D0-\u20FF\u{1D100}-\u{1D1FF}\u{1D200}-\u{1D24F}]$/u
const oldHangulJamo = /^[\u1100-\u11FF\uA960-\uA97C\uD7B0-\uD7FB]$/u

/** Whether a label is valid under IDNA 2008. `label` is in Unicode, lower case, after the UTS 46 mapping. */
export function isULabel(label: string): boolean {
  if (label !== label.normalize('NFC')) return false
  // RFC 5891 section 4.2.3: no hyphen at either end, none in the third and fourth place, no leading mark.
  if (/^-|-$|^..--|^\p{M}/u.test(label)) return false
  const points = Array.from(label)
  return points.every((point, index) => isValidPoint(point) || isValidInContext(points, index))
}

function isValidPoint(point: string): boolean {
  if (exceptionsValid.test(point) || /^[a-z0-9-]$/.test(point)) return true
  if (exceptionsDisallowed.test(point) || contextual.test(point)) return false
  if (point.normalize('NFKC') !== point) return false
  if (ignorable.test(point) || ignorableBlock.test(point) || oldHangulJamo.test(point)) return false
  return letterDigit.test(point)
}

/** The code points that RFC 5892 appendix A allows only next to certain others. */
const contextual = /^[\u200D\u200C\u00B7\u0375\u05F3\u05F4\u30FB\u0660-\u0669\u06F0-\u06F9]$/u

function isValidInContext(points: readonly string[], index: number): boolean {
  const before = points[index - 1] ?? ''
  const after = points[index + 1] ?? ''
  const point = points[index] ?? ''
  switch (point) {
    case '\u200C': // A.1 and A.2, the joiners: UTS 46 with CheckJoiners, which `node:url` applies, is the same rule
    case '\u200D':
      return true
    case '\u00B7': // A.3 MIDDLE DOT
      return before === 'l' && after === 'l'
    case '\u0375': // A.4 GREEK LOWER NUMERAL SIGN
      return /^\p{Script=Greek}$/u.test(after)
    case '\u05F3': // A.5 and A.6 HEBREW PUNCTUATION GERESH, GERSHAYIM
    case '\u05F4':
      return /^\p{Script=Hebrew}$/u.test(before)
    case '\u30FB': // A.7 KATAKANA MIDDLE DOT
      return points.some(point => point !== '\u30FB' && /^[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]$/u.test(point))
    default: {
      // A.8 and A.9: Arabic-Indic digits and extended Arabic-Indic digits never occur together.
      if (/^[\u0660-\u0669]$/u.test(point)) return !points.some(other => /^[\u06F0-\u06F9]$/u.test(other))
      return /^[\u06F0-\u06F9]$/u.test(point) && !points.some(other => /^[\u0660-\u0669]$/u.test(other))
    }
  }
}
