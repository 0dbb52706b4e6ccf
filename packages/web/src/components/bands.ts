import type { Severity } from '@waxseal/core/check'
import type { Band, ListBand } from '@waxseal/core/health'
import type { Tone } from '../ui/tag.tsx'

export const bandTone: Record<Band, Tone> = { Excellent: 'excellent', Good: 'good', Fair: 'fair', Poor: 'poor' }

export const listBandTone: Record<ListBand, Tone> = {
  Excellent: 'excellent',
  'Needs Attention': 'fair',
  Critical: 'poor',
}

export const severityTone: Record<Severity, Tone> = {
  critical: 'poor',
  high: 'fair',
  medium: 'medium',
  low: 'info',
  info: 'idle',
}

export const severityWord: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Note',
}
