import type { HeaderAnalysis } from './analysis.ts'
import type { MessageHeader } from './field.ts'

/** What parsing a header gives: the analysis without its judgements, and the fields themselves. */
export type ParsedHeader = Omit<HeaderAnalysis, 'alignment' | 'verdicts' | 'rules' | 'findings' | 'threatScore'> & {
  header: MessageHeader
}

/**
 * The organizational domain of a domain name (RFC 9989 section 4.10), in lower case. It gets names from the message,
 * also with characters outside ASCII, and returns A-labels. When it knows no better, it returns the name itself.
 */
export type OrganizationalDomain = (name: string) => string

/** A domain name with its U-labels as A-labels (RFC 5890); the name itself when it has none, or an invalid one. */
export type ALabels = (name: string) => string
