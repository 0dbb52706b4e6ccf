import type { Tone } from '../../ui/tag.tsx'
import type { Severity } from './api.ts'

interface Look {
  tone: Tone
  word: string
  /** The title of its counter. */
  counter: string
  /** "No critical changes". */
  none: string
}

/** How each severity is shown, in the order of the counters. */
export const severities: Readonly<Record<Severity, Look>> = {
  info: { tone: 'info', word: 'Info', counter: 'Info Changes', none: 'No info changes' },
  warning: { tone: 'medium', word: 'Warning', counter: 'Warnings', none: 'No warnings' },
  critical: { tone: 'poor', word: 'Critical', counter: 'Critical', none: 'No critical changes' },
}

/** The severity of an address; null: all. */
export function severityOf(text: string | null): Severity | null {
  return text !== null && Object.hasOwn(severities, text) ? (text as Severity) : null
}
