import { states } from '../check/index.ts'
import type { ProviderVerdict } from './provider-verdict.ts'
import type { RankedResults } from './result.ts'
import type { SenderRule } from './sender-rules.ts'
import type { ThreatLevel } from './threat-level.ts'

/** What a word of the analysis says of the message: it decides the color and the sign beside the word. */
export type HeaderTone = 'excellent' | 'good' | 'medium' | 'fair' | 'poor' | 'info' | 'idle' | 'unknown'

/** A state as people read it, on the screen and in the report. */
export interface HeaderLook {
  word: string
  tone: HeaderTone
}

/** A high score is bad here, unlike a health score (decision 3.3). */
export const levelTones: Readonly<Record<ThreatLevel, HeaderTone>> = { High: 'poor', Medium: 'fair', Low: 'excellent' }

/** What a filter on the path decided. */
export const filterLooks: Readonly<Record<ProviderVerdict['says'], HeaderLook>> = {
  clean: { word: states.clean.word, tone: states.clean.tone },
  bulk: { word: 'Bulk', tone: 'medium' },
  spam: { word: 'Spam', tone: 'fair' },
  phishing: { word: 'Phishing', tone: 'poor' },
  malware: { word: 'Malware', tone: 'poor' },
  unknown: { word: 'No verdict', tone: 'unknown' },
  note: { word: 'Note', tone: 'info' },
}

/** Why a field with results does not count. */
export const rankLooks: Readonly<Record<Exclude<RankedResults['rank'], 'counts'>, HeaderLook>> = {
  untrusted: { word: 'Untrusted', tone: 'unknown' },
  history: { word: 'Earlier system', tone: 'unknown' },
  empty: { word: 'No result', tone: 'unknown' },
}

/** Whether a rule for senders is met. */
export const ruleLooks: Readonly<Record<SenderRule['verdict'], HeaderLook>> = {
  met: { word: 'Met', tone: 'excellent' },
  not_met: { word: 'Not met', tone: 'poor' },
  not_applicable: { word: states.notApplicable.word, tone: states.notApplicable.tone },
  unknown: { word: 'Unknown', tone: 'unknown' },
}
