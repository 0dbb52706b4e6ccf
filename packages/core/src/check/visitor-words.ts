import { states } from './states.data.ts'

/**
 * The word for what the check of a visitor leaves out by rule: sessions with mail servers, VirusTotal. It is neither a
 * failed lookup nor switched off on the installation.
 */
export const notAskedOfVisitors = states.notForVisitors.word

/** What sessions with mail servers show. Continues "Not asked without an account: ". */
export const sessionsShow: readonly string[] = ['open relays', 'TLS of the mail servers']
