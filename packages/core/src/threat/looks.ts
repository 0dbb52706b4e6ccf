import { states } from '../check/index.ts'
import type { VendorCategory } from './present.ts'
import type { ThreatVerdict } from './value.ts'

/** A state as people read it, on screens and in reports. */
interface Look {
  word: string
  tone: 'excellent' | 'good' | 'fair' | 'poor' | 'info' | 'idle' | 'unknown'
}

/** Where the server has no source at all (decision 3.9). */
export const noThreatSource = 'Threat intelligence is not configured on this server'

/** The verdict of all sources together. */
export const reputationLooks: Readonly<Record<ThreatVerdict, Look>> = {
  clean: { word: states.clean.word, tone: 'excellent' },
  low_risk: { word: states.lowRisk.word, tone: 'good' },
  suspicious: { word: states.suspicious.word, tone: 'fair' },
  malicious: { word: states.malicious.word, tone: 'poor' },
}

/** What one vendor says. */
export const vendorLooks: Readonly<Record<VendorCategory, Look>> = {
  malicious: { word: states.malicious.word, tone: states.malicious.tone },
  suspicious: { word: states.suspicious.word, tone: states.suspicious.tone },
  policy: { word: 'Policy', tone: 'info' },
  harmless: { word: 'Harmless', tone: 'excellent' },
  undetected: { word: 'No opinion', tone: 'idle' },
  unknown: { word: states.couldNotCheck.word, tone: 'unknown' },
}
