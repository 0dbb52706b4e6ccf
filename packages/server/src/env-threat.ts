import { plans } from '@waxseal/core/plan'
import { defaultThreatSources, threatSourceIds } from '@waxseal/core/threat'
import { z } from 'zod'
import { list, wholeNumber } from './env-values.ts'

/** Which sources of threat intelligence are asked, and how much. */
export interface ThreatSettings {
  /** Ids of the threat sources without a key; empty: none. */
  threatSources: readonly string[]
  /** Threat lookups per day on the Business plan. */
  threatLookupsBusiness: number
  /** null: VirusTotal is not asked. */
  virusTotal: {
    key: string
    /** The quota of the key: requests in a minute and in a UTC day, of all processes together. */
    perMinute: number
    perDay: number
  } | null
}

/** The quota of a public key (VirusTotal API v3, "Public vs Premium API"). */
const publicKey = { perMinute: 4, perDay: 500 } as const

const quota = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'is not a number of requests → use the quota of the key, a whole number from 1 on')
  .transform(Number)

/** The variables of the threat sources. */
export const threatSettings = {
  THREAT_SOURCES: z.string().transform(threatSources).optional(),
  THREAT_LOOKUPS_BUSINESS: wholeNumber.default(plans.business.threatLookupsPerDay),
  VIRUSTOTAL_API_KEY: z
    .string()
    .regex(
      /^[!-~]{32,256}$/,
      'is not a key of VirusTotal → use the API key that your VirusTotal account shows, 64 hexadecimal characters',
    )
    .optional(),
  VIRUSTOTAL_PER_MINUTE: quota.optional(),
  VIRUSTOTAL_PER_DAY: quota.optional(),
}

/** Those that may be in a file. */
export const threatSecrets = ['VIRUSTOTAL_API_KEY'] as const

const schema = z.object(threatSettings)
type Read = z.output<typeof schema>

/** What the settings of the threat sources lack, each as a line for the operator. */
export function threatProblems(read: Read): string[] {
  if (read.VIRUSTOTAL_API_KEY !== undefined) return []
  return (['VIRUSTOTAL_PER_MINUTE', 'VIRUSTOTAL_PER_DAY'] as const)
    .filter(name => read[name] !== undefined)
    .map(name => `VIRUSTOTAL_API_KEY: is required with ${name} → set the key, or remove ${name}`)
}

/** The threat sources of settings without problems. */
export function threatOf(read: Read, { resolverNamed }: { resolverNamed: boolean }): ThreatSettings {
  const key = read.VIRUSTOTAL_API_KEY
  const perMinute = read.VIRUSTOTAL_PER_MINUTE ?? publicKey.perMinute
  const perDay = read.VIRUSTOTAL_PER_DAY ?? publicKey.perDay
  return {
    threatSources: read.THREAT_SOURCES ?? defaultThreatSources({ resolverNamed }),
    threatLookupsBusiness: read.THREAT_LOOKUPS_BUSINESS,
    virusTotal: key === undefined ? null : { key, perMinute, perDay },
  }
}

/** Threat sources by their ids; `none` alone for no source. */
function threatSources(value: string, context: z.RefinementCtx): string[] {
  const ids = [...new Set(list(value).map(text => text.toLowerCase()))]
  if (ids.length === 1 && ids[0] === 'none') return []
  for (const id of ids) {
    if (!threatSourceIds.includes(id))
      context.addIssue(`"${id}" is not a known threat source → use none, or any of ${threatSourceIds.join(', ')}`)
  }
  return ids
}
