import type { Tone } from '../check/index.ts'

/**
 * The three scales of the specification. They differ on purpose (70 is "Good" on one screen and "Excellent" on
 * another), so a screen names its scale and never compares scores with numbers of its own.
 */

/** Dashboard and diagnostics. */
export type Band = 'Excellent' | 'Good' | 'Fair' | 'Poor'

/** Dashboard and diagnostics: 90, 70, 50. */
export function bandOf(score: number): Band {
  if (score >= 90) return 'Excellent'
  if (score >= 70) return 'Good'
  return score >= 50 ? 'Fair' : 'Poor'
}

/** The bands of the dashboard in order. */
export const bands: readonly Band[] = ['Excellent', 'Good', 'Fair', 'Poor']

/** Domain list. */
export type ListBand = 'Excellent' | 'Needs Attention' | 'Critical'

/** Domain list: 70, 40. */
export function listBandOf(score: number): ListBand {
  if (score >= 70) return 'Excellent'
  return score >= 40 ? 'Needs Attention' : 'Critical'
}

/** The values of the domain list's status filter. */
export type ListFilter = 'Healthy' | 'Warning' | 'Critical'

export const listFilters: readonly ListFilter[] = ['Healthy', 'Warning', 'Critical']

/** The filter value of a domain; null without a score, which only "All Status" shows. */
export function listFilterOf(score: number | null): ListFilter | null {
  if (score === null) return null
  if (score >= 70) return 'Healthy'
  return score >= 40 ? 'Warning' : 'Critical'
}

export const bandTone: Readonly<Record<Band, Tone>> = {
  Excellent: 'excellent',
  Good: 'good',
  Fair: 'fair',
  Poor: 'poor',
}
