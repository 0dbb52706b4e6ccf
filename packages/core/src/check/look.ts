import type { Severity } from './finding.ts'

/** What a word says of a domain: it decides the color and the sign beside the word. */
export type Tone = 'excellent' | 'good' | 'fair' | 'poor' | 'medium' | 'info' | 'idle' | 'unknown'

/** A state as people read it, on screens and in reports. */
export interface Look {
  word: string
  tone: Tone
}

export const severityTone: Readonly<Record<Severity, Tone>> = {
  critical: 'poor',
  high: 'fair',
  medium: 'medium',
  low: 'info',
  info: 'idle',
}

export const severityWord: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Note',
}
