import { type Piece, wholeValue } from './pieces.ts'

/** A word that people write as a whole tag: `v=DMARC1; reject`. */
const policyWord = /^(?:[sn]?p ?[=:]? ?)?(?:none|quarantine|reject)$/i

/** Follows the pieces of a text, and says of each whether a tag of the record can begin there. */
export interface TagPositions {
  /** Whether this piece is behind a semicolon, the version, or another tag of the record that is whole. Call it for each piece in order. */
  isAfterTag: (piece: Pick<Piece, 'mark'>, read: { text: string; value: string | null; isVersion: boolean }) => boolean
}

/**
 * Text around a record can have a tag in it: `p=reject please report to rua=mailto:d@example.com`. Only the owner knows
 * whether it belongs to the record, or was written there by someone else.
 */
export function tagPositions(): TagPositions {
  let isOpen = false
  let isVersionRead = false
  return {
    isAfterTag: ({ mark }, { text, value, isVersion }) => {
      const isHere = mark === ';' || isOpen || (isVersion && !isVersionRead)
      isVersionRead ||= isVersion
      isOpen = isHere && isWhole(text, value, isVersion)
      return isHere
    },
  }
}

function isWhole(text: string, value: string | null, isVersion: boolean): boolean {
  if (policyWord.test(text.replace(/^v ?= ?dmarc1[\s,|/]{1,9}/i, ''))) return true
  if (isVersion) return !/\sdmarc1?\s\S/i.test(text)
  if (value === null) return false
  return /^ru[af]/i.test(text) ? isAddresses(value) : wholeValue.test(text) || !/\s/.test(value)
}

/** Whether every word of a text could be a report address, or `mailto:` before one. */
export function isAddresses(text: string): boolean {
  return text.split(/[\s,;]+/, 200).every(word => word === '' || word.includes('@') || /^mailto[:=]?$/i.test(word))
}
