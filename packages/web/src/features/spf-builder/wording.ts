import type { AllQualifier } from '@waxseal/core/spf'

/** The texts of the SPF builder that the specification quotes. */
export const spfTexts = {
  title: 'SPF Record Builder',
  generate: 'Generate SPF Record',
  regenerate: 'Regenerate SPF Record',
  nothing: 'No SPF Record Generated',
  failed: 'Failed to generate SPF record',
  done: 'SPF record generated successfully',
  explainer: 'What is SPF?',
} as const

export const qualifierLabels: Record<AllQualifier, string> = {
  '~all': '~all SoftFail (recommended)',
  '-all': '-all Fail',
  '?all': '?all Neutral',
  '+all': '+all Pass (not recommended)',
}
