import { z } from 'zod'
import { evidence } from './scan-parts.ts'

const vendorResult = z.object({
  vendor: z.string(),
  category: z.enum(['malicious', 'suspicious', 'policy', 'harmless', 'undetected', 'unknown']),
  /** 1 Trusted, 2 Reliable, 3 Lesser-Known; null for a DNS list or a filtering resolver. */
  tier: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
  /** What it says, and about what: "blocks example.com". */
  detail: z.string(),
})

/** What is known of one address or domain (specification 2, section 3). */
const entry = {
  malicious: z.number().int(),
  suspicious: z.number().int(),
  harmless: z.number().int(),
  /** The gravest first. */
  vendor_results: z.array(vendorResult),
  /** Ids of `evidence`. Absent in analyses of earlier versions. */
  evidence: z.array(z.string()).exactOptional(),
  /** From Pro on. */
  smart_verdict: z.string().exactOptional(),
  /** From Pro on. */
  vendor_interpretation: z.string().exactOptional(),
}

/** The reputation of the sending address and of domains, as VirusTotal and the keyless sources report it. */
export const threatReputation = z.object({
  /** `rate_limit_exceeded`, `not_configured`, `unavailable`, or null when there are results. */
  error: z.enum(['rate_limit_exceeded', 'not_configured', 'unavailable']).nullable(),
  /** Null also beside results, when too few sources answered to call something clean. */
  overall_verdict: z.enum(['clean', 'low_risk', 'suspicious', 'malicious']).nullable(),
  ips: z.record(z.string(), z.object({ ...entry, country: z.string().nullable(), as_owner: z.string().nullable() })),
  domains: z.record(z.string(), z.object({ ...entry, categories: z.array(z.string()) })),
  /** The sources by name when VirusTotal was not among them; null without results. */
  note: z.string().nullable(),
  /** Each query to a source with its answer. Absent in analyses of earlier versions. */
  evidence: z.array(evidence).exactOptional(),
})
