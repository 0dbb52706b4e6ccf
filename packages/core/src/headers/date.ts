const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Minutes east of UTC. The first row is RFC 5322 section 4.3; the others are names that mail systems write and that mean
 * one zone only. All other names mean an unknown zone, which is UTC as the RFC asks.
 */
const zones: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  edt: -240,
  est: -300,
  cdt: -300,
  cst: -360,
  mdt: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  met: 60,
  mest: 120,
  mez: 60,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  msd: 240,
  jst: 540,
  kst: 540,
  hkt: 480,
  nzst: 720,
  nzdt: 780,
  aest: 600,
  aedt: 660,
  akst: -540,
  akdt: -480,
  hst: -600,
  ast: -240,
  adt: -180,
  egp: 0,
}

/** The date is at the end of a short text. */
const longestDate = 200

/**
 * Reads the date of a field (RFC 5322 sections 3.3 and 4.3) and the other forms that mail systems write: without a
 * weekday or seconds, two-digit years, the order of ctime, ISO 8601, 12 hours, zones as names or as `GMT+1`. A missing
 * or unknown zone means UTC. Comments must be gone.
 *
 * @returns milliseconds since 1970, null when the text names no real date
 */
export function parseDate(text: string): number | null {
  if (text.length > longestDate) return null
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(word => word !== '')
  const time = timeIn(words)
  const day = dayIn(words, time?.at ?? -1)
  if (time === null || day === null) return null
  const { year, month, date } = day
  const isRealDay = date >= 1 && date <= (monthDays[month] ?? 0) && (month !== 1 || date < 29 || isLeap(year))
  if (!isRealDay || year < 1900 || year > 9999) return null
  const zone = zoneIn(words.slice(time.at + 1), time.zone)
  if (zone === null) return null
  return Date.UTC(year, month, date, time.hour, time.minute, time.second) - zone * 60_000
}

const timeForm = /^\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?$/
/** Day, month, year, time and zone (RFC 5322 section 3.3), each as one word in lower case. SendGrid has fractions of seconds. */
const closingForms = [/^\d{1,2}$/, /^[a-z]{3}$/, /^\d{4}$/, timeForm, /^(?:[+-]\d{4}|[a-z]{1,4})$/]
/** A time as Go prints it, in lower case: `2024-10-27 14:09:15.448674814 +0000 utc`. */
const goForms = [/^\d{4}-\d\d-\d\d$/, timeForm, /^[+-]\d{4}$/, /^(?:[a-z]{1,5}|[+-]\d{2,4})$/]
/** The monotonic clock, which Go prints behind a time. */
const goClock = /^m=[+-]\d{1,12}(?:\.\d{1,9})?$/i

/**
 * Reads the date with which a text ends, whatever is before it: day, month, year, time and a known zone, in this order and
 * in full, or a time as Go prints it. The weekday is not read, because it may be joined to the word before.
 *
 * @param words of the text, without its comments
 * @returns milliseconds since 1970, null when the text does not end with such a date
 */
export function dateAtEnd(words: readonly string[]): number | null {
  const written = words.slice(-closingForms.length - 1).map(word => word.toLowerCase())
  const go = written.slice(0, goClock.test(written.at(-1) ?? '') ? -1 : undefined).slice(-goForms.length)
  if (matches(go, goForms)) return parseDate(go.slice(0, -1).join(' '))
  const closing = written.slice(-closingForms.length)
  if (!matches(closing, closingForms)) return null
  const [, month = '', , , zone = ''] = closing
  if (!months.includes(month) || !(/^[+-]/.test(zone) || Object.hasOwn(zones, zone))) return null
  return parseDate(closing.join(' '))
}

function matches(words: readonly string[], forms: readonly RegExp[]): boolean {
  return words.length === forms.length && forms.every((form, at) => form.test(words[at] ?? ''))
}

interface Time {
  hour: number
  minute: number
  second: number
  /** The place of the word. */
  at: number
  /** The zone written behind the time without a blank: `12:00:00+0200`. */
  zone: string
}

const timeWord = /^(?:(\d{4}-\d\d-\d\d)t)?(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.]\d{1,9})?)?(am|pm)?(z|[+-]\d\d:?\d\d)?$/

function timeIn(words: readonly string[]): Time | null {
  for (const [at, word] of words.entries()) {
    const found = timeWord.exec(word)
    if (found === null) continue
    const [, , hours = '', minutes = '', seconds = '0', half = words[at + 1] ?? '', zone = ''] = found
    const hour = hourOf(Number(hours), half)
    const minute = Number(minutes)
    const second = Number(seconds)
    if (hour > 23 || minute > 59 || second > 60) return null
    return { hour, minute, second, at, zone }
  }
  return null
}

function hourOf(hour: number, half: string): number {
  const word = half.replaceAll('.', '')
  if (word === 'am') return hour % 12
  return word === 'pm' ? (hour % 12) + 12 : hour
}

function dayIn(words: readonly string[], time: number): { year: number; month: number; date: number } | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:t.*)?$/.exec(words.find(word => /^\d{4}-\d\d-\d\d/.test(word)) ?? '')
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]) - 1, date: Number(iso[3]) }
  // A date as one word: 22-Aug-2002.
  const pieces = words.flatMap((word, at) =>
    /^\d{1,2}-[a-z]{3,9}-\d{2,4}$/.test(word) ? word.split('-') : at === time ? [':'] : [word],
  )
  // The month has a number beside it; a weekday can look like one: "mar." is Tuesday in French.
  const named = pieces.findIndex((piece, at) => {
    const isMonth = months.includes(piece.slice(0, 3)) && /^[a-z]{3,9}\.?$/.test(piece)
    return (
      isMonth &&
      (numberOf(pieces[at - 1], 2) !== null || (numberOf(pieces[at + 1], 2) !== null && !isMonthWord(pieces[at + 2])))
    )
  })
  if (named === -1) return null
  const month = months.indexOf((pieces[named] ?? '').slice(0, 3))
  const before = numberOf(pieces[named - 1], 2)
  if (before !== null) {
    const year = numberOf(pieces[named + 1], 5)
    return year === null ? null : { year: fullYear(year, pieces[named + 1] ?? ''), month, date: before }
  }
  // ctime: Thu Aug 22 12:36:16 2002, with the zone before or behind the year.
  const date = numberOf(pieces[named + 1], 2)
  const year = pieces.slice(named + 2).find(piece => /^(?:19|20)\d\d$/.test(piece))
  return date === null || year === undefined ? null : { year: Number(year), month, date }
}

function isMonthWord(piece: string | undefined): boolean {
  return piece !== undefined && months.includes(piece.slice(0, 3))
}

function numberOf(word: string | undefined, digits: number): number | null {
  return word !== undefined && /^\d+$/.test(word) && word.length <= digits ? Number(word) : null
}

/** RFC 5322 section 4.3: two digits below 50 are of this century, three digits count from 1900. */
function fullYear(year: number, word: string): number {
  if (word.length > 3) return year
  return word.length === 3 || year >= 50 ? 1900 + year : 2000 + year
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Minutes east of UTC; null for an offset that no clock has. */
function zoneIn(words: readonly string[], glued: string): number | null {
  for (const word of glued === '' ? words : [glued]) {
    const named = zones[word]
    if (named !== undefined && Object.hasOwn(zones, word)) {
      // "GMT +0100" is an offset all the same.
      const next = words[words.indexOf(word) + 1]
      return next !== undefined && named === 0 && /^[+-]\d/.test(next) ? offsetOf(next) : named
    }
    if (/^(?:gmt|utc|ut)?[+-]\d/.test(word)) return offsetOf(word.replace(/^[a-z]+/, ''))
  }
  return 0
}

function offsetOf(word: string): number | null {
  const found = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(word)
  if (found === null) return null
  const [, sign = '+', hours = '0', minutes = '0'] = found
  if (Number(minutes) > 59 || Number(hours) > 15) return null
  const east = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -east : east
}
