/** The stored names of the plans, lowest first. `free` is displayed as "Starter". */
export const tiers = ['free', 'pro', 'business'] as const

export type Tier = (typeof tiers)[number]

const aliases: ReadonlyMap<string, Tier> = new Map<string, Tier>([
  ['free', 'free'],
  ['starter', 'free'],
  ['basic', 'free'],
  ['pro', 'pro'],
  ['business', 'business'],
  ['enterprise', 'business'],
])

/** The stored tier for any name that a plan ever had, in any case; null for an unknown name. */
export function canonicalTier(text: string): Tier | null {
  return aliases.get(text.trim().toLowerCase()) ?? null
}

/** 0 for the lowest plan, rising. Compare plans only with this. */
export function rank(tier: Tier): number {
  return tiers.indexOf(tier)
}

/** The next plan up, null for the highest. */
export function nextTier(tier: Tier): Tier | null {
  return tiers[rank(tier) + 1] ?? null
}
