import type { HeaderLine } from './field.ts'
import { contentFindings } from './finding-content.ts'
import { identityFindings } from './finding-identity.ts'
import { noteFindings } from './finding-notes.ts'
import { oneLineFindings, readingFindings } from './finding-reading.ts'
import { repeatedFindings } from './finding-repeated.ts'
import type { JudgedMessage } from './judged-message.ts'
import { unrecognizedFindings } from './recognized.ts'

/** One reason of the threat score, or a note without points. */
export interface HeaderFinding {
  id: string
  /** 0 or positive. */
  points: number
  title: string
  meaning: string
  advice: string
  /** `RFC 9989 section 4.4`, or the document behind the receiver's field. */
  clause: string
  /** The lines it rests on: at least one. */
  evidence: readonly [HeaderLine, ...HeaderLine[]]
}

/**
 * All reasons of the threat score, the most points first, then the notes. What the receiver could not check costs
 * nothing. Text without any known field, or without line breaks, has one note alone: nothing else can be said about it.
 * Never throws, unless `organizationalDomain` does.
 */
export function headerFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const unrecognized = unrecognizedFindings(message.parsed.header)
  if (unrecognized.length > 0) return unrecognized
  const oneLine = oneLineFindings(message.parsed.header)
  if (oneLine.length > 0) return oneLine
  const found = [
    ...repeatedFindings(message),
    ...identityFindings(message),
    ...contentFindings(message),
    ...readingFindings(message.parsed.header),
    ...noteFindings(message),
  ]
  return found.toSorted((one, other) => other.points - one.points)
}
