import { isULabel } from './idna2008.ts'

/** RFC 1035 section 2.3.4. */
const longestLabel = 63
const longestName = 253

/**
 * A name in its own letters as A-labels (RFC 5890), in lower case: records hold no others (RFC 8616). Null when the name
 * is in ASCII already, and when a label is none of IDNA 2008: nothing then says which name is meant. Labels with joiners
 * (U+200C, U+200D) are not encoded here, because their rules need tables that core does not have.
 */
export function aLabelsOf(name: string): string | null {
  if (name.length > longestName || /^[\0-\x7f]*$/.test(name)) return null
  const labels = name
    .normalize('NFC')
    .toLowerCase()
    .split(/[.\u3002\uff0e\uff61]/)
  const encoded = labels.map(label => (/^[a-z0-9_-]{1,63}$/.test(label) ? label : encodedLabel(label)))
  const whole = encoded.join('.')
  return encoded.every(label => label !== null) && whole.length <= longestName ? whole : null
}

function encodedLabel(label: string): string | null {
  if (label.length > longestLabel || /[\u200c\u200d]/.test(label)) return null
  if (/^[\0-\x7f]*$/.test(label) || !isULabel(label) || !isOneDirection(label)) return null
  const encoded = `xn--${punycode(Array.from(label, letter => letter.codePointAt(0) ?? 0))}`
  return encoded.length > longestLabel ? null : encoded
}

const rightToLeft = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]$/u

/** RFC 5893 section 2, narrower: a label with letters from right to left has no others. */
function isOneDirection(label: string): boolean {
  const letters = Array.from(label)
  if (!letters.some(letter => rightToLeft.test(letter))) return true
  const [first = ''] = letters
  const hasBothDigits = /[0-9]/.test(label) && /[\u0660-\u0669]/.test(label)
  return (
    /^\p{L}$/u.test(first) && !hasBothDigits && letters.every(each => rightToLeft.test(each) || /[0-9-]/.test(each))
  )
}

/** RFC 3492 section 5. */
const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700

/** The Punycode of code points (RFC 3492 section 6.3): the basic ones, a hyphen, then where the others go. */
function punycode(points: readonly number[]): string {
  const basic = points.filter(point => point < 0x80)
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '')
  let n = 0x80
  let delta = 0
  let bias = 72
  let handled = basic.length
  while (handled < points.length) {
    const next = Math.min(...points.filter(point => point >= n))
    delta += (next - n) * (handled + 1)
    n = next
    for (const point of points) {
      if (point < n) delta++
      if (point !== n) continue
      output += variableLength(delta, bias)
      bias = adapted(delta, handled + 1, handled === basic.length)
      delta = 0
      handled++
    }
    delta++
    n++
  }
  return output
}

function variableLength(delta: number, bias: number): string {
  let digits = ''
  let q = delta
  for (let k = base; ; k += base) {
    const t = Math.max(tMin, Math.min(tMax, k - bias))
    if (q < t) return digits + digit(q)
    digits += digit(t + ((q - t) % (base - t)))
    q = Math.floor((q - t) / (base - t))
  }
}

/** 0 to 25 are letters, 26 to 35 digits. */
function digit(value: number): string {
  return String.fromCharCode(value < 26 ? value + 0x61 : value + 22)
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2)
  left += Math.floor(left / count)
  let k = 0
  for (; left > Math.floor(((base - tMin) * tMax) / 2); k += base) left = Math.floor(left / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew))
}
