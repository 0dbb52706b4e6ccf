import type { HttpEvidence } from '@waxseal/core/check'
import type { VirusTotalReport } from '@waxseal/core/threat'

/** The maximum number of reporting engines in the evidence. */
const mostEngines = 40

/** Whether a key can be sent in a header: printable ASCII without spaces. */
export function isSendableKey(key: string): boolean {
  return /^[!-~]{1,200}$/.test(key)
}

/** VirusTotal's error code: `QuotaExceededError`; null without one. */
export function errorCode(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null
  const { error } = body
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  const { code } = error
  // A code is a word of letters, so that no text of a server between us and VirusTotal is passed on.
  return typeof code === 'string' && /^[A-Za-z]{1,40}$/.test(code) ? code : null
}

/**
 * The lines about the request itself. The body is left out: it is long, and an error page of a proxy can repeat the header
 * with the key.
 */
export function httpLines({ lines, outcome }: HttpEvidence, key: string): string[] {
  const status = lines.findIndex(line => line.startsWith('status '))
  const kept = outcome === 'failed' || status < 0 ? lines : lines.slice(0, status + 1)
  return kept.map(line => line.replaceAll(key, '…'))
}

/** A report in plain lines: its counts, the reporting engines, the facts about its subject. */
export function reportLines(report: VirusTotalReport, key: string): string[] {
  if (!report.isKnown) return ['VirusTotal does not know it']
  const { counts, engines, country, asOwner, categories } = report
  const against = engines.filter(({ category }) => category === 'malicious' || category === 'suspicious')
  const more = against.length - mostEngines
  const lines = [
    `${counts.malicious} malicious, ${counts.suspicious} suspicious, ${counts.harmless} harmless, ${counts.undetected} undetected, ${counts.timeout} timeout`,
    ...against
      .slice(0, mostEngines)
      .map(
        ({ vendor, category, detail }) =>
          `${vendor}: ${category}${detail === null || detail === category ? '' : ` (${detail})`}`,
      ),
    ...(more > 0 ? [`… and ${more} more engines`] : []),
    ...(country === null ? [] : [`country ${country}`]),
    ...(asOwner === null ? [] : [`network ${asOwner}`]),
    ...(categories.length === 0 ? [] : [`categories ${categories.join(', ')}`]),
  ]
  return lines.map(line => line.replaceAll(key, '…'))
}
