import type { Tone } from '../../ui/tag.tsx'
import type { PriorityAction } from './api.ts'

/** The word and the look of each severity. */
export const severities: Record<PriorityAction['priority'], { tone: Tone; word: string }> = {
  critical: { tone: 'poor', word: 'Critical' },
  high: { tone: 'fair', word: 'High' },
  medium: { tone: 'medium', word: 'Medium' },
  other: { tone: 'info', word: 'Low' },
}
