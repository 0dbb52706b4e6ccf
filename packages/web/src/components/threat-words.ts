import type { Tone } from '../ui/tag.tsx'

interface Shown {
  word: string
  tone: Tone
}

/** How the verdict on an address or a domain is shown. */
export const threatVerdicts = {
  clean: { word: 'Clean', tone: 'excellent' },
  low_risk: { word: 'Low risk', tone: 'good' },
  suspicious: { word: 'Suspicious', tone: 'fair' },
  malicious: { word: 'Malicious', tone: 'poor' },
} as const satisfies Record<string, Shown>

/** How the category of one vendor's result is shown. */
export const vendorCategories = {
  malicious: { word: 'Malicious', tone: 'poor' },
  suspicious: { word: 'Suspicious', tone: 'fair' },
  policy: { word: 'Policy', tone: 'info' },
  harmless: { word: 'Harmless', tone: 'excellent' },
  undetected: { word: 'No opinion', tone: 'idle' },
  unknown: { word: 'Could not check', tone: 'unknown' },
} as const satisfies Record<string, Shown>

/** How far the tier of a vendor is trusted. */
export const tierMeanings = { 1: 'Trusted', 2: 'Reliable', 3: 'Lesser-Known' } as const
