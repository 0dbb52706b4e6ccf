import type { ListBand } from '@waxseal/core/health'
import type { Tone } from '../ui/tag.tsx'

export { severityTone, severityWord } from '@waxseal/core/check'
export { bandTone } from '@waxseal/core/health'

export const listBandTone: Record<ListBand, Tone> = {
  Excellent: 'excellent',
  'Needs Attention': 'fair',
  Critical: 'poor',
}
