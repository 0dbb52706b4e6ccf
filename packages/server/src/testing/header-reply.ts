import type { HeaderAnalysisReply } from '@waxseal/contract'
import { threatScore } from '@waxseal/core/headers'
import { analyzeMessage } from '@waxseal/scanner'
import { documentOf } from '../features/headers/document.ts'
import { present } from '../features/headers/present.ts'
import { storedText } from '../features/headers/stored-text.ts'
import { noReputation } from './header-analysis.ts'

/** The reply to the analysis of this text, as the server makes it, without asking any source of reputation. */
export function replyTo(raw: string, overrides: Partial<HeaderAnalysisReply> = {}): HeaderAnalysisReply {
  const { analysis } = analyzeMessage(Buffer.from(raw))
  const document = documentOf(analysis, { reputation: noReputation, signatures: null })
  const at = new Date('2026-11-25T10:00:00Z')
  const { subject, from } = document.parsed_data
  const row = {
    id: '0e9f8c1a-54b6-4a2b-9d11-7c1f6a0c2e55',
    workspaceId: '3f1f2b74-7a55-4a52-8f3e-1b8f5f2f6f10',
    createdAt: at,
    createdBy: null,
    expiresAt: new Date(at.getTime() + 90 * 86_400_000),
    ...storedText(raw),
    subject,
    from,
    threatScore: threatScore(analysis.findings),
    document,
  }
  return { ...present(row, { newSelectors: [], reader: 'pro' }), ...overrides }
}
