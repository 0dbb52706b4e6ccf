import type { Severity } from './finding.ts'
import { severities } from './states.data.ts'

/** What a word says of a domain: it decides the color and the sign beside the word. */
export type Tone = 'excellent' | 'good' | 'fair' | 'poor' | 'medium' | 'info' | 'idle' | 'unknown'

/** A state as people read it, on screens and in reports. */
export interface Look {
  word: string
  tone: Tone
}

export const severityTone: Readonly<Record<Severity, Tone>> = {
  critical: severities.critical.tone,
  high: severities.high.tone,
  medium: severities.medium.tone,
  low: severities.low.tone,
  info: severities.info.tone,
}

export const severityWord: Readonly<Record<Severity, string>> = {
  critical: severities.critical.word,
  high: severities.high.word,
  medium: severities.medium.word,
  low: severities.low.word,
  info: severities.info.word,
}
