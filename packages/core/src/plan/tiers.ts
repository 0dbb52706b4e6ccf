/** The plans as they are stored, lowest first. `free` is shown as "Starter". */
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

/** The stored tier behind any name a plan has ever had, in any case; null for a name that is none. */
export function canonicalTier(text: string): Tier | null {
  return aliases.get(text.trim().toLowerCase()) ?? null
}

/** 0 for the lowest plan, rising. The only way to compare plans. */
export function rank(tier: Tier): number {
  return tiers.indexOf(tier)
}

/** The next plan up, null for the highest. */
export function nextTier(tier: Tier): Tier | null {
  return tiers[rank(tier) + 1] ?? null
}
